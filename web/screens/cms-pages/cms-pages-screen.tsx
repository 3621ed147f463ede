import { type CmsPage, cmsPages } from '#contract/cms-pages.ts'
import { screens } from '#web/navigation/screens.ts'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { detail, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction } from '#web/records/list/row-actions.tsx'
import { CmsPageForm } from './cms-page-form.tsx'

const nameOf = (page: CmsPage) => page.title

export function CmsPagesScreen() {
  const { dialog, open, close } = useRowDialog<CmsPage>('cms-pages')

  return (
    <ListScreen
      screen={screens.cmsPages}
      name="cms_pages"
      list={cmsPages.list}
      columns={[
        rowNumber(),
        text('title', 'Title'),
        status(),
        detail('code', 'Code'),
        actions(nameOf, [editAction(open), deleteRestoreAction(open)]),
      ]}
    >
      {dialog?.kind === 'edit' && <CmsPageForm page={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        dialog={dialog}
        onClose={close}
        wording={{ title: 'CMS Page', text: 'CMS page' }}
        nameOf={nameOf}
        remove={cmsPages.delete}
        restore={cmsPages.restore}
        input={(page) => ({ cms_page_id: page._id, version: page.version })}
      />
    </ListScreen>
  )
}
