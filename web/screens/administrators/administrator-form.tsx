import { useState } from 'react'
import { type Administrator, administrators, INVITATION_HOURS, inviteFields } from '#contract/administrators.ts'
import { NO_MAIL } from '#contract/app-settings.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { TextField } from '#web/ui/fields/fields.tsx'
import { LinkDialog } from './invitation-link-dialog.tsx'

type AdministratorFormProps = { administrator?: Administrator; draft: Draft; onClose: () => void }

/** Invites somebody, or changes the name of an administrator and, before the invitation is accepted, the address. */
export function AdministratorForm({ administrator, draft, onClose }: AdministratorFormProps) {
  const [made, setMade] = useState<{ link: string; name: string }>()
  const [isSaved, setIsSaved] = useState(false)
  if (made && isSaved) return <LinkDialog {...made} onClose={onClose} />
  const changesEmail = !administrator || administrator.status === 'INVITED'
  return (
    <FormModal
      type="admins"
      title={administrator ? 'Edit administrator' : 'Invite administrator'}
      {...(!administrator && { action: 'Invite' })}
      schema={inviteFields}
      record={administrator}
      values={(record) => ({ name: record?.name ?? '', email: record?.email ?? '' })}
      save={(fields, { version, ...options }) =>
        administrator
          ? call(administrators.edit, { ...fields, administrator_id: administrator._id, version }, options)
          : invite(fields, options, setMade)
      }
      draft={draft}
      onClose={() => (made ? setIsSaved(true) : onClose())}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <TextField
            form={form}
            name="email"
            disabled={!changesEmail}
            description={
              administrator
                ? undefined
                : sendsMail()
                  ? `The invitation will be emailed there. Its link works once, for ${INVITATION_HOURS} hours.`
                  : `${NO_MAIL} You’ll get the invitation link to hand over yourself.`
            }
          />
        </>
      )}
    </FormModal>
  )
}

/** Invites; where no mail is sent, the link is made as well. A second attempt after a lost answer continues with it. */
async function invite(
  fields: CallInput<typeof administrators.invite>,
  options: Parameters<typeof call>[2],
  onLink: (made: { link: string; name: string }) => void,
) {
  const answer = await call(administrators.invite, fields, options)
  if (!sendsMail()) {
    const { data } = await call(administrators.invitationLink, { administrator_id: answer.data._id })
    onLink({ link: data.link, name: fullNameOf('admins', answer.data) })
  }
  return answer
}
