import { type SocialMedia, socialMedias } from '#contract/social-medias.ts'
import { picture, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { SocialMediaForm } from './social-media-form.tsx'

export function SocialMediasScreen() {
  return (
    <RecordScreen
      type="social_medias"
      calls={socialMedias}
      rowHeight={50}
      columns={[
        rowNumber(),
        picture('icon', 'Icon', (link: SocialMedia) => `Icon of ${link.name}`, { width: 40, height: 40 }),
        text('name'),
        text('url', { flex: 2, minWidth: 200 }),
        status(),
        ...frenchColumn(),
      ]}
      form={({ record, ...form }) => <SocialMediaForm socialMedia={record} {...form} />}
    />
  )
}
