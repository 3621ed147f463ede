import { type CmsPage, cmsPages } from '#contract/cms-pages.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { detail, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { CmsPageForm } from './cms-page-form.tsx'

const nameOf = (page: CmsPage) => page.title

export function CmsPagesScreen() {
  const { dialog, open, close, missing } = useRowDialog<CmsPage>('cms-pages', cmsPages)

  return (
    <ListScreen
      screen={withHelp(screens.cmsPages)}
      name="cms_pages"
      selectable={nameOf}
      list={cmsPages.list}
      columns={[
        rowNumber(),
        text('title', 'Title'),
        status(),
        detail('code', 'Code'),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
    >
      {dialog?.kind === 'edit' && <CmsPageForm page={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="cms_pages"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'CMS Page', text: 'CMS page' }}
        nameOf={nameOf}
        remove={cmsPages.delete}
        restore={cmsPages.restore}
        input={(page) => ({ cms_page_id: page._id, version: page.version })}
      />
      <RecordHistory type="cms_pages" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
