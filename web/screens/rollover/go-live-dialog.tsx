import { Button, Radio, Stack, Text } from '@mantine/core'
import { z } from 'zod'
import { type Rollover, rollovers } from '#contract/rollovers.ts'
import { call } from '#web/api/call.ts'
import { formKeys } from '#web/forms/form-keys.ts'
import { officeTimeZone } from '#web/forms/office-time.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { MomentField } from '#web/ui/fields/moment-field.tsx'
import { officeTimeInWords, seenByOwners } from './rollover-words.ts'

const whens = ['now', 'later', 'never'] as const
const isTime = (at: string) => z.iso.datetime().safeParse(at).success

const schema = z.object({ when: z.enum(whens), at: z.string() }).superRefine(({ when, at }, { addIssue }) => {
  if (when !== 'later') return
  if (!isTime(at)) addIssue({ code: 'custom', path: ['at'], message: 'Please enter a date and a time.' })
  else if (Date.parse(at) <= Date.now())
    addIssue({ code: 'custom', path: ['at'], message: 'Please enter a time that is still to come.' })
})
type Fields = z.output<typeof schema>

/** Asks when owners see a model year: now, at a time, or, if there is a time, not automatically. */
export function GoLiveDialog({ rollover, onClose }: { rollover: Rollover; onClose: () => void }) {
  const { _id: rollover_id, name, go_live_at } = rollover
  const dialog = useDialog(onClose)
  const { form, alert, busy, valid, onSubmit, stop } = useContractForm({
    schema,
    values: { when: go_live_at ? 'later' : 'now', at: go_live_at ?? '' } as Fields,
    done: 'done',
    send: ({ when, at }, { signal }) =>
      call(
        rollovers.goLive,
        { rollover_id, ...(when === 'later' && { at }), ...(when === 'never' && { at: null }) },
        { signal },
      ),
    onSent: (answer) => {
      toastChange(answer)
      dialog.close()
    },
  })
  const { when } = form.values
  const title = go_live_at ? `When ${name} goes live` : `Go live with ${name}`
  return (
    <Dialog title={title} dialog={dialog} locked={busy}>
      <form onSubmit={onSubmit} {...formKeys} noValidate aria-label={title}>
        <FormAlert message={alert} />
        <Stack>
          <Radio.Group label="When" {...form.getInputProps('when')}>
            <Stack gap="xs" mt={6}>
              <Radio value="now" label="Now" />
              <Radio value="later" label="At a day and time" />
              {go_live_at && <Radio value="never" label="Not by itself" />}
            </Stack>
          </Radio.Group>
          {when === 'later' && <MomentField form={form} name="at" label="Day" zone={officeTimeZone()} />}
          <Text component="output">{consequence(form.values, rollover)}</Text>
        </Stack>
        <DialogFooter>
          <Button variant="default" onClick={busy ? stop : dialog.close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!valid} loading={busy}>
            {actions[when]}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

const actions = { now: 'Go live now', later: 'Set the time', never: 'Call off the time' }

/** What will happen, in words. */
function consequence({ when, at }: Fields, rollover: Rollover) {
  if (when === 'never') return `Owners will not see ${rollover.name} until you choose “Go live”.`
  const from = when === 'now' ? ' at once' : isTime(at) ? ` from ${officeTimeInWords(at)}` : ' from then on'
  return `${seenByOwners(rollover)}${from}. It can be undone.`
}
