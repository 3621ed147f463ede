import {
  SOCIAL_ICON_KILOBYTES,
  type SocialMedia,
  socialMediaChanges,
  socialMediaFields,
  socialMedias,
} from '#contract/social-medias.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { useUpload } from '#web/forms/use-upload.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { Picture } from '#web/ui/image/picture.tsx'

type SocialMediaFormProps = { socialMedia?: SocialMedia; draft: Draft; onClose: () => void }

export function SocialMediaForm({ socialMedia, draft, onClose }: SocialMediaFormProps) {
  const { uploaded, upload } = useUpload()
  return (
    <FormModal
      preview
      type="social_medias"
      schema={socialMedia ? socialMediaChanges : socialMediaFields}
      record={socialMedia}
      values={(record) => ({
        name: record?.name ?? '',
        url: record?.url ?? '',
        url_fr: record?.url_fr ?? '',
        icon: undefined,
      })}
      save={(fields, { version, ...options }) =>
        upload(fields.icon, options, (sending) =>
          socialMedia
            ? call(socialMedias.edit, { ...fields, social_media_id: socialMedia._id, version }, sending)
            : call(socialMedias.add, { ...fields, icon: socialMediaFields.shape.icon.parse(fields.icon) }, sending),
        )
      }
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <TextField form={form} name="name" />
          <WithFrench form={form} name="url" type="social_medias" record={socialMedia}>
            {(field) => <TextField form={form} {...field} placeholder="https://" />}
          </WithFrench>
          <ImageField
            form={form}
            name="icon"
            label="Icon"
            optional={Boolean(socialMedia)}
            current={record?.icon}
            preview={(address) => <Picture address={address} alt="" width={64} height={64} />}
            note="PNG, 50x50 to 100x100 pixels"
            accept="image/png"
            fit={{ width: 100, height: 100, type: 'image/png', maxBytes: SOCIAL_ICON_KILOBYTES * 1024 }}
            uploaded={uploaded}
          />
        </>
      )}
    </FormModal>
  )
}
