import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PencilLine } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import {
  adoptDraft,
  isLate,
  leftDrafts,
  putBackDrafts,
  removeDraft,
  type StoredDraft,
  useDraftChanges,
  useDraftsLoaded,
} from '#web/forms/draft-store.ts'
import { thisTab } from '#web/forms/tabs.ts'
import { readDialogAddress, withDialog } from '#web/records/shared/dialog-address.ts'
import { restoreLostFocus } from '#web/ui/dialog/dialog.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import classes from './unsaved-drafts.module.css'

/**
 * Offers in one line what was typed before and not saved: to resume it in its form, or to discard it, with a way back for
 * as long as one stays on the page.
 */
export function UnsavedDrafts() {
  useDraftChanges()
  const me = useMe()
  const isLoaded = useDraftsLoaded()
  const { pathname, search } = useLocation()
  const here = pathname + withDialog('', readDialogAddress(search))
  const { discarded, discard, putBack, dismiss } = useDiscarded(pathname)
  // The form at this address shows what this tab has of it.
  const isComing = (draft: StoredDraft) => draft.tab === thisTab() && draft.address === here && !isLate(draft)
  const drafts = me && isLoaded ? leftDrafts(me._id).filter((draft) => !isComing(draft)) : []
  if (!drafts.length && !discarded.length) return null

  return (
    <section aria-label="Unsaved" className={classes.section}>
      <Alert role="note" variant="light" icon={<PencilLine aria-hidden />} p="xs" mb="md">
        <Drafts drafts={drafts} onDiscard={discard} />
        {discarded.length > 0 && (
          <Discarded key={discarded.length} count={discarded.length} onUndo={putBack} onDismiss={dismiss} />
        )}
      </Alert>
    </section>
  )
}

/** What was discarded on the page at `pathname`, and what discards and puts back. */
function useDiscarded(pathname: string) {
  const [stored, setStored] = useState<{ on: string; drafts: StoredDraft[] }>({ on: pathname, drafts: [] })
  const discarded = stored.on === pathname ? stored.drafts : []
  const keep = (drafts: StoredDraft[]) => setStored({ on: pathname, drafts })
  // The pressed button is gone with its line.
  const end = () => {
    keep([])
    setTimeout(restoreLostFocus)
  }
  return {
    discarded,
    discard(drafts: StoredDraft[]) {
      for (const { key } of drafts) removeDraft(key)
      keep([...discarded, ...drafts])
    },
    putBack() {
      putBackDrafts(discarded)
      end()
    },
    dismiss: end,
  }
}

type DiscardedProps = { count: number; onUndo: () => void; onDismiss: () => void }

/** Says what was discarded, and takes the focus from the button that did it. */
function Discarded({ count, onUndo, onDismiss }: DiscardedProps) {
  const undo = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => undo.current?.focus(), [])
  return (
    <Line text={<output id={id}>{`${formatCount(count, 'draft')} discarded.`}</output>}>
      <Button ref={undo} size="compact-sm" variant="default" aria-describedby={id} onClick={onUndo}>
        Undo
      </Button>
      <Button size="compact-sm" variant="default" onClick={onDismiss}>
        Dismiss
      </Button>
    </Line>
  )
}

type Discard = (drafts: StoredDraft[]) => void

/** One draft, or how many there are and a list of them. */
function Drafts({ drafts, onDiscard }: { drafts: StoredDraft[]; onDiscard: Discard }) {
  const [opened, { toggle }] = useDisclosure()
  const [only] = drafts
  if (!only) return null
  if (drafts.length === 1) {
    return (
      <Line text={`Unsaved: ${toldApart(drafts)[0]}.`}>
        <DraftButtons draft={only} onDiscard={onDiscard} />
      </Line>
    )
  }
  return (
    <>
      <Line text={formatCount(drafts.length, 'unsaved draft')}>
        <Button size="compact-sm" variant="default" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide' : 'Show'}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onDiscard(drafts)}>
          Discard all
        </Button>
      </Line>
      {opened && (
        <Stack component="ul" gap="xs" my="xs" p={0} style={{ listStyle: 'none' }} aria-label="Unsaved drafts">
          {toldApart(drafts).map((text, place) => {
            const draft = drafts[place] ?? only
            return (
              <li key={draft.key}>
                <Line text={text}>
                  <DraftButtons draft={draft} of={text} onDiscard={onDiscard} />
                </Line>
              </li>
            )
          })}
        </Stack>
      )}
    </>
  )
}

/** What drafts are called and when they were kept; titles that would read the same are numbered. */
function toldApart(drafts: StoredDraft[]) {
  const known = new Map<string, number>()
  return drafts.map(({ title, at }) => {
    const time = formatDateTime(new Date(at).toISOString())
    const number = (known.get(title + time) ?? 0) + 1
    known.set(title + time, number)
    return `${number > 1 ? `${title} (${number})` : title}, ${time}`
  })
}

const Line = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <Group justify="space-between" gap="xs">
    <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{text}</span>
    <Group gap="xs">{children}</Group>
  </Group>
)

type DraftButtonsProps = { draft: StoredDraft; of?: string; onDiscard: Discard }

/** `of` says in a list which draft the buttons are for. */
function DraftButtons({ draft, of, onDiscard }: DraftButtonsProps) {
  const navigate = useNavigate()
  function resume() {
    adoptDraft(draft)
    void navigate(draft.address, { state: { draft: draft.key } })
  }
  const named = (action: string) => of && { 'aria-label': `${action} ${of}` }
  return (
    <>
      <Button size="compact-sm" variant="default" {...named('Resume')} onClick={resume}>
        Resume
      </Button>
      <Button size="compact-sm" variant="default" {...named('Discard')} onClick={() => onDiscard([draft])}>
        Discard
      </Button>
    </>
  )
}
