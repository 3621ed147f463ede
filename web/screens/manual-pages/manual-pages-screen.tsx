import { Button, Group, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { type ManualPage, manualPages } from '#contract/manual-pages.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { ManualPageForm } from './manual-page-form.tsx'

const nameOf = (page: ManualPage) => `${page.subtopic} of ${page.name}`
/** The navigation state from the manuals screen: the manual whose pages are shown. */
const navigationState = z.object({ manual_id: z.string(), name: z.string().default('') })

export function ManualPagesScreen() {
  const { dialog, open, close } = useRowDialog<ManualPage>('manual-pages')
  const location = useLocation()
  const navigate = useNavigate()
  const manual = navigationState.safeParse(location.state).data
  const showAll = () => void navigate({ search: location.search }, { replace: true, state: null })

  return (
    <ListScreen
      screen={screens.manualPages}
      name="manual_pages"
      selectable={nameOf}
      list={manualPages.list}
      onNew={() => open({ kind: 'new' })}
      notice={
        manual && (
          <Group gap="sm" mb="sm" mt={-8}>
            <Text size="sm">
              Only the pages of{' '}
              <Text span inherit fw={600}>
                {manual.name || 'one manual'}
              </Text>
            </Text>
            <Button variant="default" size="compact-sm" rightSection={<X size={14} aria-hidden />} onClick={showAll}>
              Show all pages
            </Button>
          </Group>
        )
      }
      {...(manual && { input: { manual_id: manual.manual_id } })}
      columns={[
        rowNumber(),
        text('name', 'Manual'),
        text('topic', 'Topic'),
        text('subtopic', 'Sub Topic'),
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
    >
      {dialog?.kind === 'new' && (
        <ManualPageForm
          manual={manual && { _id: manual.manual_id, name: manual.name }}
          draft={dialog.draft}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && <ManualPageForm page={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="manual_pages"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Manual Page', text: 'manual page' }}
        nameOf={nameOf}
        remove={manualPages.delete}
        restore={manualPages.restore}
        input={(page) => ({ manual_page_id: page._id, version: page.version })}
      />
      <RecordHistory type="manual_pages" dialog={dialog} onEdit={open} onClose={close} />
    </ListScreen>
  )
}
