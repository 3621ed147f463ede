import { ActionIcon, Group, Title } from '@mantine/core'
import { PanelRightClose } from 'lucide-react'
import type { Previewed, PreviewType } from '#contract/preview.ts'
import type { Publishing } from '#contract/publishing.ts'
import type { RecordRow } from '#contract/records.ts'
import { useFilePreview } from '#web/ui/image/use-file-preview.ts'
import { FailedPreview } from './failed-preview.tsx'
import { PhoneFrame } from './phone-frame.tsx'
import { PublishedNotice } from './published-notice.tsx'
import { usePreview } from './use-preview.ts'
import { previewViews } from './views.tsx'

type FormPreviewProps = {
  type: PreviewType
  values: object
  record: RecordRow | undefined
  /** Whether it is in sight. */
  isShown: boolean
  onHide: (() => void) | undefined
}

/** What owners would see once a form is saved, in a phone. */
export function FormPreview({ type, values, record, isShown, onHide }: FormPreviewProps) {
  const entries = Object.entries(values) as [string, unknown][]
  const sent = Object.fromEntries(entries.filter(([, value]) => !(value instanceof File)))
  const { answer, error, retry } = usePreview(type, { ...sent, _id: record?._id }, isShown)
  const [pictureField, file] = entries.find((entry): entry is [string, File] => entry[1] instanceof File) ?? []
  const picture = useFilePreview(file)
  const shown = answer && pictureField && picture ? { ...answer.data, [pictureField]: picture } : answer?.data
  const View = previewViews[type]
  return (
    <section aria-label="What owners see">
      {onHide && (
        <Group justify="space-between" wrap="nowrap" mb="xs">
          <Title order={2} fz="md">
            What owners see
          </Title>
          <ActionIcon variant="subtle" color="gray" aria-label="Hide preview" title="Hide preview" onClick={onHide}>
            <PanelRightClose size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      <PublishedNotice dates={values as Partial<Publishing>} />
      {error && <FailedPreview error={error} onRetry={retry} />}
      <PhoneFrame title="What owners see">
        {answer && (
          <View one={shown as Previewed<never>} others={answer.others as Previewed<never>[]} place={answer.place} />
        )}
      </PhoneFrame>
    </section>
  )
}
