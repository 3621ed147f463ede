import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Reading as FileReading } from '#contract/import-files.ts'
import type { RehearsedType } from '#contract/import-types.ts'
import type { Rehearsal } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import { helpOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ChooseFile } from './choose-file.tsx'
import { GoneRehearsal } from './gone-rehearsal.tsx'
import { isImportedHere, listOf, nounsOf, titleOf, typesHere } from './kinds-of-import.ts'
import { Outcome } from './outcome.tsx'
import { Reading } from './reading.tsx'
import { type Other, RehearsalView } from './rehearsal-view.tsx'
import { rehearsalsQuery, useReading } from './use-reading.ts'

/** Imports a file of one kind of record: chooses it, shows what it would do, and does that. */
export function ImportScreen() {
  const [params] = useSearchParams()
  const type = (params.get('type') ?? '') as RecordType | 'french'
  return isImportedHere(type) ? <ImportOf key={type} type={type} /> : <WhichKind />
}

const titleOfImport = (what: string) => `Import ${what}`

const WhichKind = () => (
  <Page title={titleOfImport('records')} help={helpOf(screens.import)} parent={programsAndSafety}>
    <Card title="What do you want to import?">
      <Stack component="ul" gap={4} mt="sm" mb={0} pl="lg">
        {typesHere().map((type) => (
          <li key={type}>
            <Anchor component={Link} to={`?type=${type}`}>
              {titleOf(type)}
            </Anchor>
          </li>
        ))}
      </Stack>
    </Card>
  </Page>
)

const EVERY_MS = 1000
const moves = ({ state }: Rehearsal) => state === 'reading' || state === 'applying'

function ImportOf({ type }: { type: RehearsedType }) {
  const [params, setParams] = useSearchParams()
  const id = params.get('rehearsal')
  const show = (rehearsal: string | null, replace = true) =>
    setParams({ type, ...(rehearsal && { rehearsal }) }, { replace })
  const [file, setFile] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const list = useQuery({
    ...rehearsalsQuery,
    refetchInterval: ({ state }) => (isBusy || state.data?.data.some(moves) ? EVERY_MS : false),
  })
  const rehearsals = list.data?.data
  const reading = useReading({ type, rehearsals, onFound: (id) => show(id), onGone: () => show(null) })
  const { busy, begun } = reading
  if (isBusy !== busy) setBusy(busy)
  const rehearsal = rehearsals?.find((one) => one.rehearsal_id === id && one.record_type === type)
  // An import that was taken back leaves a rehearsal that knows nothing of it.
  const [applied, setApplied] = useState<{ id: string; change: string }>()
  const change = rehearsal?.change_id
  if (id && change && applied?.change !== change) setApplied({ id, change })

  // So that a reloaded page finds what is being read.
  const showBegun = useEffectEvent(show)
  useEffect(() => {
    if (begun && begun !== id) showBegun(begun)
  }, [begun, id])

  const step = stepOf({ busy, id, rehearsal, isKnown: rehearsals !== undefined, failed: list.isError })
  const content = useRef<HTMLDivElement>(null)
  useHeadingOfStep(step, content)

  const { title: listTitle, path } = listOf(type)
  const choose = (chosen: File) => {
    setFile(chosen)
    reading.start({ input: { record_type: type, file: chosen } })
  }
  const check = ({ rehearsal_id, rows_read }: Rehearsal, { mapping, mended, match_by }: Other = {}) =>
    reading.start({
      input: {
        record_type: type,
        rehearsal_id,
        ...(match_by !== undefined && { match_by }),
        ...(mapping && { mapping: JSON.stringify(mapping) }),
        ...(mended && { mended: JSON.stringify(mended) }),
      },
      total: rows_read,
    })
  const readOtherwise = (rehearsal: Rehearsal, chosen: FileReading) =>
    file && reading.start({ input: { record_type: type, file, ...chosen }, replaces: rehearsal.rehearsal_id })
  const chooseAnother = () => {
    reading.forgetError()
    setFile(undefined)
    show(null, false)
  }
  return (
    <Page title={titleOfImport(nounsOf(type))} help={helpOf(screens.import)} parent={{ title: listTitle, to: path }}>
      <Stack ref={content} gap="md">
        {step === 'choose' && (
          <ChooseFile
            type={type}
            file={file}
            error={reading.error}
            rehearsals={rehearsals?.filter(({ record_type }) => record_type === type) ?? []}
            onChoose={choose}
            onDiscard={reading.cancel}
          />
        )}
        {step === 'reading' && (
          <Reading
            fileName={rehearsal?.file_name ?? file?.name}
            uploaded={reading.uploaded}
            rehearsal={rehearsal}
            total={busy ? reading.total : undefined}
            cancelling={reading.cancelling}
            onCancel={() => reading.cancel(rehearsal?.rehearsal_id)}
          />
        )}
        {(step === 'loading' || step === 'unread') && (
          <Unread of={list}>
            <Skeleton h={200} />
          </Unread>
        )}
        {step === 'gone' && (
          <GoneRehearsal
            problem={rehearsal?.problem}
            onChoose={chooseAnother}
            onCheck={rehearsal && rehearsal.rows_read > rehearsal.rows_checked ? () => check(rehearsal) : undefined}
          />
        )}
        {step === 'ready' && rehearsal && (
          <RehearsalView
            type={type}
            rehearsal={rehearsal}
            failed={applied?.id === id ? applied.change : undefined}
            error={reading.error}
            onCheck={(other) => {
              setApplied(undefined)
              check(rehearsal, other)
            }}
            onRead={file?.name === rehearsal.file_name ? (chosen) => readOtherwise(rehearsal, chosen) : undefined}
            onChooseAnother={chooseAnother}
          />
        )}
        {step === 'outcome' && rehearsal && (
          <Outcome type={type} rehearsal={rehearsal} onChooseAnother={chooseAnother} />
        )}
      </Stack>
    </Page>
  )
}

type Step = 'choose' | 'reading' | 'loading' | 'unread' | 'gone' | 'ready' | 'outcome'
type Known = { busy: boolean; id: string | null; rehearsal: Rehearsal | undefined; isKnown: boolean; failed: boolean }

function stepOf({ busy, id, rehearsal, isKnown, failed }: Known): Step {
  if (busy) return 'reading'
  if (id === null) return 'choose'
  if (!isKnown) return failed ? 'unread' : 'loading'
  if (!rehearsal) return 'gone'
  const { state } = rehearsal
  if (state === 'failed') return 'gone'
  if (state === 'reading' || state === 'ready') return state
  return 'outcome'
}

/** Moves the focus to the heading of each step but the first, which the page itself announces. */
function useHeadingOfStep(step: Step, content: { current: HTMLElement | null }) {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    const isFirst = last.current === 'loading'
    last.current = step
    const heading = content.current?.querySelector('h2')
    if (isFirst || !heading) return
    heading.tabIndex = -1
    heading.style.outline = 'none'
    heading.focus()
  }, [step, content])
}
