import { ActionIcon, Group, Title } from '@mantine/core'
import { Languages, PanelRightClose } from 'lucide-react'
import { columnsInFrench, type Language } from '#contract/french.ts'
import { kinds } from '#contract/kinds.ts'
import type { Previewed, PreviewType } from '#contract/preview.ts'
import type { Publishing } from '#contract/publishing.ts'
import type { RecordRow } from '#contract/records.ts'
import { hasFrench } from '#web/api/settings.ts'
import { useFilePreview } from '#web/ui/image/use-file-preview.ts'
import { FailedPreview } from './failed-preview.tsx'
import { Choice, PhoneFrame } from './phone-frame.tsx'
import { choosePreview, usePreviewChoices } from './preview-choices.ts'
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

/** Whether owners read something of such a record in French. */
const readsFrench = (type: PreviewType) => hasFrench() && columnsInFrench(kinds[type].columns).length > 0

const TWIN = /_fr$/

/**
 * The picture that is chosen in the form, for the language that is shown, and the field of what owners get where it
 * stands.
 */
function pictureIn(entries: [string, unknown][], language: Language | undefined, data: Previewed | undefined) {
  const files = entries.flatMap(([name, file]) => (file instanceof File ? [{ name, file }] : []))
  const french = files.find(({ name }) => TWIN.test(name))
  if (language === 'fr' && french) return { field: french.name.replace(TWIN, ''), file: french.file }
  const english = files.find(({ name }) => !TWIN.test(name))
  const isSeen = language !== 'fr' || (english && inEnglishOf(data).includes(english.name))
  return english && isSeen ? { field: english.name, file: english.file } : undefined
}

const inEnglishOf = (data: Previewed | undefined) =>
  (data && 'in_english' in data && (data.in_english as string[] | undefined)) || []

/** What owners would see once a form is saved, in a phone. */
export function FormPreview({ type, values, record, isShown, onHide }: FormPreviewProps) {
  const entries = Object.entries(values) as [string, unknown][]
  const sent = Object.fromEntries(entries.filter(([, value]) => !(value instanceof File)))
  const { isFrench } = usePreviewChoices()
  const language = isFrench && readsFrench(type) ? 'fr' : undefined
  const { answer, error, retry } = usePreview(type, { ...sent, _id: record?._id }, isShown, language)
  const { field: pictureField, file } = pictureIn(entries, language, answer?.data) ?? {}
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
      <PhoneFrame
        title="What owners see"
        choices={
          readsFrench(type) && (
            <Choice icon={Languages} isOn={isFrench} onChange={(isFrench) => choosePreview({ isFrench })}>
              French
            </Choice>
          )
        }
      >
        {answer && (
          <div lang={language}>
            <View one={shown as Previewed<never>} others={answer.others as Previewed<never>[]} place={answer.place} />
          </div>
        )}
      </PhoneFrame>
    </section>
  )
}
