import { SimpleGrid } from '@mantine/core'
import { FailedUpload, UploadProgress } from '#web/ui/feedback/upload-progress.tsx'
import { FittedPicture } from '#web/ui/image/fitted-picture.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { Section, State } from './section.tsx'
import { type SampleValues, useSampleForm } from './use-sample-form.ts'

const IMAGE = '/favicon.svg'
const picture = new File(
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'],
  'dot.svg',
  {
    type: 'image/svg+xml',
  },
)
const longName = new File([picture], `${'a-very-long-file-name-'.repeat(8)}.svg`, { type: 'image/svg+xml' })

/** Image fields and images in all their states. */
export function ImageParts() {
  return (
    <Section title="Images">
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        <Field name="Empty" />
        <Field name="Saved image" current={IMAGE} />
        <Field name="Chosen" values={{ picture: longName }} />
        <Field name="Uploading" values={{ picture }} uploaded={0.42} />
        <Field name="Rejected" values={{ picture: longName }} error="Please select an image of 100x100 pixels." />
        <State name="Fitted image">
          <FittedPicture
            fitted={{ before: longName, after: picture, width: 900, height: 900 }}
            fit={{ width: 150, height: 150, type: 'image/png', maxBytes: 50 * 1024 }}
          />
        </State>
        <State name="Image, without image, upload progress">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <Picture address={IMAGE} alt="A sample" width={96} height={64} />
            <Picture address={null} alt="" width={96} height={64} />
            <UploadProgress uploaded={1} />
            <FailedUpload onRetry={() => {}} onDismiss={() => {}} />
          </SimpleGrid>
        </State>
      </SimpleGrid>
    </Section>
  )
}

type FieldProps = {
  name: string
  values?: Partial<SampleValues>
  error?: string
  current?: string
  uploaded?: number
}

function Field({ name, values, error, current, uploaded }: FieldProps) {
  const form = useSampleForm(values, error)
  return (
    <State name={name}>
      <ImageField
        form={form}
        name="picture"
        label="Image"
        current={current}
        preview={(address) => <Picture address={address} alt="" width={88} height={88} />}
        note="PNG, 100x100 to 150x150 pixels"
        accept="image/png,image/svg+xml"
        fit={{ width: 150, height: 150, type: 'image/png', maxBytes: 50 * 1024 }}
        uploaded={uploaded}
      />
    </State>
  )
}
