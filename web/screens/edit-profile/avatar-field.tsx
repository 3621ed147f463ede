import { Avatar } from '@mantine/core'
import { AVATAR_KILOBYTES, type Me } from '#contract/account.ts'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'

type ProfileValues = { name: string; avtar?: File | undefined }

type AvatarFieldProps = {
  form: FormOf<ProfileValues>
  me: Me
  /** The progress of the upload from 0 to 1; undefined while nothing is uploaded. */
  uploaded: number | undefined
}

export function AvatarField({ form, me, uploaded }: AvatarFieldProps) {
  return (
    <ImageField
      form={form}
      name="avtar"
      label="Avatar"
      optional
      current={me.avtar}
      preview={(address) => (
        <Avatar src={address} name={form.values.name} size={88} color="pine" variant="filled" alt="" />
      )}
      note="PNG, 100x100 to 150x150 pixels"
      accept="image/png"
      fit={{ width: 150, height: 150, type: 'image/png', maxBytes: AVATAR_KILOBYTES * 1024 }}
      uploaded={uploaded}
    />
  )
}
