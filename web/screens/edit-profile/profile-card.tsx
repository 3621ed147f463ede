import { Avatar } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Admin, AVATAR_KILOBYTES, account, type Me, profileFields } from '#contract/account.ts'
import { call } from '#web/api/call.ts'
import { meQuery } from '#web/api/use-me.ts'
import { findOwnDraft } from '#web/forms/draft-store.ts'
import { draftOf, draftValues, useAutosaveDraft } from '#web/forms/drafts.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { useUpload } from '#web/forms/use-upload.ts'
import { screens } from '#web/navigation/screens.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { DraftNotice } from '#web/records/record/draft-notice.tsx'
import { namedBy } from '#web/records/shared/labels.ts'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { ImageField } from '#web/ui/image/image-field.tsx'
import { AccountCard } from './account-card.tsx'
import { useGoHome } from './use-go-home.ts'

const FORM = 'edit-profile'
const TITLE = 'Edit Profile'

type ProfileCardProps = {
  me: Me
  /** The key of the draft to go on with. */
  resumed: string | undefined
}

export function ProfileCard({ me, resumed }: ProfileCardProps) {
  const navigate = useNavigate()
  const goHome = useGoHome()
  const updateCachedProfile = useUpdateCachedProfile()
  const [draft] = useState(() =>
    draftOf({ admin: me._id, form: FORM, address: screens.editProfile.path }, findOwnDraft(me._id, FORM, resumed)),
  )
  const { uploaded, upload } = useUpload()
  const values = { name: me.name, avtar: undefined as File | undefined }

  const { form, dirty, startFrom, ...profile } = useContractForm({
    schema: profileFields,
    values,
    restoredValues: draftValues(draft, values),
    send: ({ name, avtar }, options) =>
      upload(avtar, options, (sending) =>
        call(account.editProfile, { user_id: me._id, name, ...(avtar && { avtar }) }, sending),
      ),
    onSent: (answer) => {
      autosave.discard()
      setRestored(false)
      updateCachedProfile(answer.data)
      toastChange(answer)
      startFrom({ name: answer.data.name, avtar: undefined })
      goHome()
    },
  })
  const [restored, setRestored] = useState(draft.values !== undefined)
  const autosave = useAutosaveDraft(
    draft,
    form.values,
    dirty,
    () => ({ title: TITLE, named: namedBy('admins') }),
    TITLE,
  )

  const discard = () => {
    autosave.discard()
    profile.reset()
    setRestored(false)
  }
  const cancel = () => {
    autosave.discard()
    void navigate(screens.dashboard.path)
  }

  return (
    <AccountCard title={TITLE} onCancel={cancel} {...profile}>
      {restored && <DraftNotice onDiscard={discard} />}
      <AvatarField form={form} me={me} uploaded={uploaded} />
      <TextField form={form} name="name" label="Name" />
    </AccountCard>
  )
}

/** Writes the saved name and avatar to the cache, so that the header shows them at once. */
function useUpdateCachedProfile() {
  const client = useQueryClient()
  return (saved: Admin) =>
    client.setQueryData(meQuery.queryKey, (known) => known && { ...known, data: { ...known.data, ...saved } })
}

type ProfileValues = { name: string; avtar?: File | undefined }

type AvatarFieldProps = {
  form: FormOf<ProfileValues>
  me: Me
  /** The progress of the upload from 0 to 1; undefined while nothing is uploaded. */
  uploaded: number | undefined
}

function AvatarField({ form, me, uploaded }: AvatarFieldProps) {
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
