import { type CmsPage, cmsPages } from '#contract/cms-pages.ts'
import { rowNumber, status, text } from '#web/records/columns.tsx'
import { LifecycleModals } from '#web/records/lifecycle-modals.tsx'
import { ListGrid } from '#web/records/list-grid.tsx'
import { actions, editAction, lifecycleAction } from '#web/records/row-actions.tsx'
import { useRowDialog } from '#web/records/use-row-dialog.ts'
import { Page } from '#web/ui/page.tsx'
import { CmsPageForm } from './cms-page-form.tsx'

const nameOf = (page: CmsPage) => page.title

export function CmsPagesScreen() {
  const { dialog, open, close } = useRowDialog<CmsPage>('cms-pages')

  return (
    <Page title="CMS Pages">
      <ListGrid
        list={cmsPages.list}
        label="CMS Pages"
        columns={[
          rowNumber(),
          text('title', 'Title'),
          status(),
          actions(nameOf, [editAction(open), lifecycleAction(open)]),
        ]}
      />
      {dialog?.kind === 'edit' && <CmsPageForm page={dialog.row} draft={dialog.draft} onClose={close} />}
      <LifecycleModals
        dialog={dialog}
        onClose={close}
        wording={{ title: 'CMS Page', text: 'CMS page' }}
        nameOf={nameOf}
        remove={cmsPages.delete}
        restore={cmsPages.restore}
        input={(page) => ({ cms_page_id: page._id, version: page.version })}
        refresh={[cmsPages.list]}
      />
    </Page>
  )
}
