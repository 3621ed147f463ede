import { type Administrator, administrators, inviteFields } from '#contract/administrators.ts'
import { call } from '#web/api/call.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'

type AdministratorFormProps = { administrator?: Administrator; draft: Draft; onClose: () => void }

/** Invites somebody, or changes the name of an administrator and, before the invitation is accepted, the address. */
export function AdministratorForm({ administrator, draft, onClose }: AdministratorFormProps) {
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
          : call(administrators.invite, fields, options)
      }
      draft={draft}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" />
          <TextField
            form={form}
            name="email"
            disabled={!changesEmail}
            description={
              administrator ? undefined : 'The invitation will be emailed there. Its link works once, for 72 hours.'
            }
          />
        </>
      )}
    </FormModal>
  )
}
