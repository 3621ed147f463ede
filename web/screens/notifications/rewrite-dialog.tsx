import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { MESSAGE_CHARACTERS, purposes, purposeWords } from '#contract/message-fields.ts'
import { type Notification, notifications } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { formKeys } from '#web/forms/form-keys.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { LinkFields, linkInput, linkWritten } from '#web/shared-forms/message-links.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { sendAtInput, WhenFields, whenOf, writtenFields } from './when-sent.tsx'
import { useWhomAnew, WhomAnew, type WhomChosen } from './whom-anew.tsx'

const TITLE = 'Edit scheduled notification'

/** What is written, and who gets it where that does not stay. */
const rewritten = writtenFields.safeExtend({ whom: z.custom<WhomChosen | null>() })

/** Changes a message that waits for its time: who gets it, what it says, where it leads and when it goes. */
export function RewriteDialog({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const { _id, version, title, description, title_fr, description_fr, purpose } = notification
  const [choice, setChoice] = useState({ number: 0, isOpen: false })
  const dialog = useDialog(onClose)
  const { form, alert, busy, valid, onSubmit, stop } = useContractForm({
    schema: rewritten,
    values: {
      title,
      description,
      title_fr,
      description_fr,
      purpose,
      ...linkWritten(notification.link),
      ...whenOf(notification),
      whom: null as WhomChosen | null,
    },
    send: (
      { title, description, title_fr, description_fr, purpose, link_type, link, whom: chosen, ...when },
      { signal, idempotencyKey },
    ) =>
      call(
        notifications.rewrite,
        {
          notification_id: _id,
          version,
          title,
          description,
          title_fr,
          description_fr,
          purpose,
          ...(chosen && { ...chosen, ...whom.expect }),
          ...sendAtInput(when),
          // Where it stays, it may have gone meanwhile.
          ...(link !== (notification.link?.id ?? '') && { link: linkInput({ link_type, link }) }),
        },
        { signal, idempotencyKey },
      ),
    onSent: (answer) => {
      toastChange(answer)
      dialog.close()
    },
  })
  const whom = useWhomAnew(notification, form.values.purpose)
  return (
    <Dialog title={TITLE} dialog={dialog} locked={busy || choice.isOpen}>
      <form onSubmit={onSubmit} {...formKeys} noValidate aria-label={TITLE}>
        <FormAlert message={alert} />
        <Stack>
          <WhomAnew
            notification={notification}
            whom={whom}
            value={form.values.whom}
            onChange={(chosen) => form.setFieldValue('whom', chosen)}
            opened={choice.isOpen ? choice.number : null}
            onOpen={(isOpen) => setChoice(({ number }) => ({ number: number + 1, isOpen }))}
          />
          <Radio.Group label="Purpose" {...form.getInputProps('purpose')}>
            <Stack gap={6} mt={6}>
              {purposes.map((one) => (
                <Radio key={one} value={one} label={purposeWords[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <WithFrench form={form} name="title" label="Title">
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          <WithFrench form={form} name="description" label="Message">
            {(field) => <TextareaField form={form} {...field} max={MESSAGE_CHARACTERS} />}
          </WithFrench>
          <LinkFields form={form} />
          <WhenFields form={form} purpose={form.values.purpose} canGoNow={false} />
        </Stack>
        <DialogFooter>
          <Button variant="default" onClick={busy ? stop : dialog.close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!valid || Boolean(form.values.whom && !whom.isReady)} loading={busy}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
