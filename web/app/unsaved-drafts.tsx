import { Button, Group, Popover, Stack, VisuallyHidden } from '@mantine/core'
import { PencilLine } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import type { StoredDraft } from '#web/forms/draft-cipher.ts'
import {
  adoptDraft,
  isLate,
  leftDrafts,
  putBackDrafts,
  removeDraft,
  useDraftChanges,
  useDraftsLoaded,
} from '#web/forms/draft-store.ts'
import { thisTab } from '#web/forms/tabs.ts'
import { readDialogAddress, withDialog } from '#web/records/shared/dialog-address.ts'
import { restoreLostFocus } from '#web/ui/dialog/dialog.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import classes from './unsaved-drafts.module.css'

/**
 * The button in the header that says what was typed and not saved, and opens the list of it. Each entry can be resumed
 * in its form or discarded, and brought back until one leaves the page.
 */
export function UnsavedDrafts() {
  useDraftChanges()
  const me = useMe()
  const isLoaded = useDraftsLoaded()
  const { pathname, search } = useLocation()
  const here = pathname + withDialog('', readDialogAddress(search))
  const { discarded, discard, putBack, dismiss } = useDiscarded(pathname)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The form at this address shows what this tab has of it.
  const isComing = (draft: StoredDraft) => draft.tab === thisTab() && draft.address === here && !isLate(draft)
  const drafts = me && isLoaded ? leftDrafts(me._id).filter((draft) => !isComing(draft)) : []
  const offer = drafts.length ? `${formatCount(drafts.length, 'unsaved draft')} can be resumed.` : ''
  const said = <VisuallyHidden aria-live="polite">{offer}</VisuallyHidden>
  if (!drafts.length && !discarded.length) return said

  const close = () => {
    setOpened(false)
    button.current?.focus()
  }

  return (
    <>
      {said}
      <section aria-label="Unsaved">
        <Popover opened={opened} onChange={close} trapFocus withinPortal position="bottom-end" width={420}>
          <Popover.Target>
            <Button
              ref={button}
              variant="subtle"
              color="gray"
              size="compact-sm"
              fw={500}
              leftSection={<PencilLine size={18} aria-hidden />}
              classNames={{ section: classes.icon ?? '', label: classes.label ?? '' }}
              onClick={() => (opened ? close() : setOpened(true))}
            >
              {drafts.length ? formatCount(drafts.length, 'unsaved draft') : 'Discarded'}
            </Button>
          </Popover.Target>
          <Popover.Dropdown maw="calc(100vw - 16px)">
            <Stack gap="xs">
              <Drafts drafts={drafts} onDiscard={discard} onResume={() => setOpened(false)} />
              {discarded.length > 0 && (
                <Discarded key={discarded.length} count={discarded.length} onUndo={putBack} onDismiss={dismiss} />
              )}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      </section>
    </>
  )
}

/** What was discarded on the page at `pathname`, and functions that discard and bring back. */
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

type DraftsProps = { drafts: StoredDraft[]; onDiscard: Discard; onResume: () => void }

/** One draft, or a list of them. */
function Drafts({ drafts, onDiscard, onResume }: DraftsProps) {
  const [only] = drafts
  if (!only) return null
  if (drafts.length === 1) {
    return (
      <Line text={`Unsaved: ${toldApart(drafts)[0]}.`}>
        <DraftButtons draft={only} onDiscard={onDiscard} onResume={onResume} />
      </Line>
    )
  }
  return (
    <>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Unsaved drafts">
        {toldApart(drafts).map((text, place) => {
          const draft = drafts[place] ?? only
          return (
            <li key={draft.key}>
              <Line text={text}>
                <DraftButtons draft={draft} of={text} onDiscard={onDiscard} onResume={onResume} />
              </Line>
            </li>
          )
        })}
      </Stack>
      <Group justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={() => onDiscard(drafts)}>
          Discard all
        </Button>
      </Group>
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

type DraftButtonsProps = { draft: StoredDraft; of?: string; onDiscard: Discard; onResume: () => void }

/** `of` says in a list which draft the buttons are for. */
function DraftButtons({ draft, of, onDiscard, onResume }: DraftButtonsProps) {
  const navigate = useNavigate()
  function resume() {
    onResume()
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
