import { Alert, Button, Group, Stack } from '@mantine/core'
import { PencilLine } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import {
  adoptDraft,
  leftDrafts,
  removeDraft,
  type StoredDraft,
  useDraftChanges,
  useDraftsLoaded,
} from '#web/forms/draft-store.ts'
import { thisTab } from '#web/forms/tabs.ts'
import { readDialogAddress, withDialog } from '#web/records/dialogs/dialog-address.ts'
import { restoreLostFocus } from '#web/ui/dialog/dialog.tsx'
import { formatWeekdayTime } from '#web/ui/format.ts'

/** Offers what was typed before and not saved: to resume it in its form, or to discard it. */
export function UnsavedDrafts() {
  useDraftChanges()
  const me = useMe()
  const isLoaded = useDraftsLoaded()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const here = pathname + withDialog('', readDialogAddress(search))
  // The form at this address shows what this tab has of it.
  const isComing = ({ tab, address }: StoredDraft) => tab === thisTab() && address === here
  const drafts = me && isLoaded ? leftDrafts(me._id).filter((draft) => !isComing(draft)) : []
  if (!drafts.length) return null

  function resume(draft: StoredDraft) {
    adoptDraft(draft)
    void navigate(draft.address, { state: { draft: draft.key } })
  }

  function discard({ key }: StoredDraft) {
    removeDraft(key)
    // The pressed button is gone with its bar.
    setTimeout(restoreLostFocus)
  }

  return (
    <Stack component="section" aria-label="Unsaved" gap="xs" mb="md">
      {drafts.map((draft) => (
        <Alert key={draft.key} role="note" variant="light" icon={<PencilLine aria-hidden />} p="xs">
          <Group justify="space-between" gap="xs">
            <span style={{ overflowWrap: 'anywhere' }}>
              Unsaved: {draft.title}, {formatWeekdayTime(draft.at)}.
            </span>
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={() => resume(draft)}>
                Resume
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => discard(draft)}>
                Discard
              </Button>
            </Group>
          </Group>
        </Alert>
      ))}
    </Stack>
  )
}
