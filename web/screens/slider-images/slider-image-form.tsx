import {
  type AppImage,
  appImageChanges,
  appImageFields,
  appImages,
  SLIDER_CODE,
  SLIDER_KILOBYTES,
} from '#contract/app-images.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { useUpload } from '#web/forms/use-upload.ts'
import { datesOf, PublishingFields } from '#web/records/publishing/publishing-fields.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { NumberField } from '#web/ui/fields/fields.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { Picture } from '#web/ui/image/picture.tsx'

export function SliderImageForm({ image, draft, onClose }: { image?: AppImage; draft: Draft; onClose: () => void }) {
  const { uploaded, upload } = useUpload()
  return (
    <FormModal
      preview
      type="app_images"
      schema={image ? appImageChanges : appImageFields}
      record={image}
      values={(record) => ({
        url: undefined,
        url_fr: undefined,
        seq_no: String(record?.seq_no ?? ''),
        ...datesOf(record),
      })}
      save={({ publish_at, unpublish_at, url_fr, ...others }, { version, ...options }) => {
        // A form has no null: an empty field removes a date, or the French picture.
        const dates = { publish_at: publish_at ?? '', unpublish_at: unpublish_at ?? '' }
        const french = url_fr === undefined ? {} : { url_fr: url_fr ?? ('' as const) }
        const fields = { ...others, ...dates }
        return upload(fields.url ?? url_fr ?? undefined, options, (sending) =>
          image
            ? call(
                appImages.edit,
                { ...fields, ...french, code: SLIDER_CODE, app_image_id: image._id, version },
                sending,
              )
            : call(appImages.add, { ...appImageFields.parse(fields), ...french, code: SLIDER_CODE }, sending),
        )
      }}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <WithFrench form={form} name="url" label="Image">
            {({ optional = Boolean(image), ...field }) => (
              <ImageField
                form={form}
                {...field}
                optional={optional}
                removable={field.name === 'url_fr'}
                current={record?.[field.name]}
                // One is sent at a time, the English one first.
                uploaded={(field.name === 'url') === Boolean(form.values.url) ? uploaded : undefined}
                preview={(address) => <Picture address={address} alt="" width={167} height={100} />}
                note="JPG, JPEG or PNG, 1242x743 pixels"
                accept="image/png,image/jpeg"
                fit={{ width: 1242, height: 743, type: 'image/jpeg', maxBytes: SLIDER_KILOBYTES * 1024 }}
              />
            )}
          </WithFrench>
          <NumberField form={form} name="seq_no" />
          <PublishingFields form={form} noun="picture" record={image} />
        </>
      )}
    </FormModal>
  )
}
