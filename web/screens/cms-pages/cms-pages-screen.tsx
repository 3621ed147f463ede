import { cmsPages } from '#contract/cms-pages.ts'
import { AddButton } from '#web/records/list/add-button.tsx'
import { detail, moment, ownersStatus, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { CmsPageForm } from './cms-page-form.tsx'

export function CmsPagesScreen() {
  return (
    <RecordScreen
      type="cms_pages"
      calls={cmsPages}
      columns={[
        rowNumber(),
        text('title'),
        ownersStatus(),
        moment('publish_at', 'Publish on'),
        moment('unpublish_at', 'Take down on'),
        moment('edits_at', 'Publish edits on'),
        detail('code', 'Code'),
        ...frenchColumn(),
      ]}
      footer={(onNew) => <AddButton label="Add CMS page" onClick={onNew} />}
      form={({ record, ...form }) => <CmsPageForm page={record} {...form} />}
    />
  )
}
