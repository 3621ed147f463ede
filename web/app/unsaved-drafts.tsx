import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import {
  adoptDraft,
  leftDrafts,
  putBackDrafts,
  removeDraft,
  type StoredDraft,
  useDraftChanges,
  useDraftsLoaded,
} from '#web/forms/draft-store.ts'
import { thisTab } from '#web/forms/tabs.ts'
import { readDialogAddress, withDialog } from '#web/records/dialogs/dialog-address.ts'
import { restoreLostFocus } from '#web/ui/dialog/dialog.tsx'
import { closeToast, toastSuccess } from '#web/ui/feedback/toast.ts'
import { formatCount, formatDateTime } from '#web/ui/format.ts'

/** Offers in one line what was typed before and not saved: to resume it in its form, or to discard it. */
export function UnsavedDrafts() {
  useDraftChanges()
  const me = useMe()
  const isLoaded = useDraftsLoaded()
  const [opened, { toggle }] = useDisclosure()
  const { pathname, search } = useLocation()
  const here = pathname + withDialog('', readDialogAddress(search))
  // The form at this address shows what this tab has of it.
  const isComing = ({ tab, address }: StoredDraft) => tab === thisTab() && address === here
  const drafts = me && isLoaded ? leftDrafts(me._id).filter((draft) => !isComing(draft)) : []
  const [only] = drafts
  if (!only) return null

  return (
    <section aria-label="Unsaved">
      <Alert role="note" variant="light" icon={<PencilLine aria-hidden />} p="xs" mb="md">
        {drafts.length === 1 ? (
          <Line text={`Unsaved: ${describe(only)}.`}>
            <DraftButtons draft={only} />
          </Line>
        ) : (
          <>
            <Line text={formatCount(drafts.length, 'unsaved draft')}>
              <Button size="compact-sm" variant="default" aria-expanded={opened} onClick={toggle}>
                {opened ? 'Hide' : 'Show'}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => discard(drafts)}>
                Discard all
              </Button>
            </Line>
            {opened && (
              <Stack
                component="ul"
                gap="xs"
                mt="xs"
                mb={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label="Unsaved drafts"
              >
                {toldApart(drafts.map(describe)).map((text, place) => {
                  const draft = drafts[place] ?? only
                  return (
                    <li key={draft.key}>
                      <Line text={text}>
                        <DraftButtons draft={draft} of={text} />
                      </Line>
                    </li>
                  )
                })}
              </Stack>
            )}
          </>
        )}
      </Alert>
    </section>
  )
}

const describe = ({ title, at }: StoredDraft) => `${title}, ${formatDateTime(new Date(at).toISOString())}`

/** Numbers those that read the same. */
const toldApart = (texts: string[]) =>
  texts.map((text, place) => {
    const before = texts.slice(0, place).filter((other) => other === text).length
    return before ? `${text} (${before + 1})` : text
  })

const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <Group justify="space-between" gap="xs">
    <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{text}</span>
    <Group gap="xs">{children}</Group>
  </Group>
)

/** `of` says in a list which draft the buttons are for. */
function DraftButtons({ draft, of }: { draft: StoredDraft; of?: string }) {
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
      <Button size="compact-sm" variant="default" {...named('Discard')} onClick={() => discard([draft])}>
        Discard
      </Button>
    </>
  )
}

/** Removes drafts, and offers the way back. */
function discard(drafts: StoredDraft[]) {
  for (const { key } of drafts) removeDraft(key)
  const id = `discarded: ${drafts.map(({ key }) => key).join()}`
  const putBack = () => {
    putBackDrafts(drafts)
    closeToast(id)
  }
  toastSuccess(
    <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
      <span>{formatCount(drafts.length, 'draft')} discarded.</span>
      <Button size="compact-sm" variant="light" flex="none" onClick={putBack}>
        Undo
      </Button>
    </Group>,
    id,
  )
  // The pressed button is gone with its line.
  setTimeout(restoreLostFocus)
}
