import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import { type ManualPage, manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { query } from '#web/api/query.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { ManualPageForm } from './manual-page-form.tsx'

const nameOf = (page: ManualPage) => `${page.subtopic} of ${page.name}`
/** The manual whose pages are shown, from the address, with its name. */
function useManual() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { state: { name?: string } | null }
  const _id = params.get('manual_id')
  // The list of manuals hands its name over.
  const { data } = useQuery({ ...query(manuals.get, { manual_id: _id ?? '' }), enabled: _id !== null && !state?.name })
  const showAll = () =>
    setParams(
      (params) => {
        params.delete('manual_id')
        return params
      },
      { replace: true },
    )
  return { manual: _id === null ? undefined : { _id, name: state?.name ?? data?.data.name ?? '' }, showAll }
}

export function ManualPagesScreen() {
  const { dialog, open, close, missing } = useRowDialog<ManualPage>('manual-pages', manualPages)
  const { manual, showAll } = useManual()

  return (
    <ListScreen
      screen={withHelp(screens.manualPages)}
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
      {...(manual && { input: { manual_id: manual._id } })}
      columns={[
        rowNumber(),
        text('name', 'Manual'),
        text('topic', 'Topic'),
        text('subtopic', 'Sub Topic'),
        status(),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
    >
      {dialog?.kind === 'new' && <ManualPageForm manual={manual} draft={dialog.draft} onClose={close} />}
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
      {missing}
    </ListScreen>
  )
}
