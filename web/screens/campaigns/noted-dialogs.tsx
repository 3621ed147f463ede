import { Stack, Text } from '@mantine/core'
import { z } from 'zod'
import { campaignUnits } from '#contract/campaign-units.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import { plural } from '#contract/plural.ts'
import { tidyVin } from '#contract/vin.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { formatCount } from '#web/ui/format.ts'

export type NotedProps = { campaign: Campaign; onClose: () => void }

export const today = () => todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone)
const FINAL = 'This cannot be taken back.'

/** Notes that the letters went to all who were to get one and whose address is known. */
export function MailedDialog({ campaign: { _id: campaign_id, counts }, onClose }: NotedProps) {
  const { without_address } = counts
  const expect = counts.not_mailed - without_address
  const rest = without_address
    ? `${formatCount(without_address, 'vehicle')} without an address ${plural(without_address, 'remains', 'remain')} to be mailed. `
    : ''
  const form = useContractForm({
    schema: campaigns.mailed.input.pick({ mailed_on: true }),
    values: { mailed_on: today() },
    send: ({ mailed_on }, { signal }) =>
      call(campaigns.mailed, { campaign_id, mailed_on, with_address: true, expect }, { signal }),
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
  })
  const shown = useFormDialog(form.dirty, onClose)
  const valid = form.valid && expect > 0
  return (
    <FormDialog title="Mark as Mailed" action="Mark as mailed" form={{ ...form, valid }} shown={shown}>
      <Stack>
        <Text size="sm">
          {expect
            ? `${formatCount(expect, 'letter')} to those with an address will be noted as mailed. ${rest}${FINAL}`
            : noneWords(without_address)}
        </Text>
        <DateField form={form.form} name="mailed_on" label="Mailed on" />
      </Stack>
    </FormDialog>
  )
}

const noneWords = (without_address: number) =>
  without_address
    ? `No letter can be mailed yet: ${formatCount(without_address, 'vehicle has', 'vehicles have')} no address.`
    : 'There is no letter to be mailed.'

const returnedFields = z.object({ vins: z.string().trim().min(1, 'Please enter VINs.').max(20_000) })

/** Notes which letters the post brought back, by the VINs on them. */
export function ReturnedDialog({ campaign: { _id: campaign_id }, onClose }: NotedProps) {
  const form = useContractForm({
    schema: returnedFields,
    values: { vins: '' },
    send: async ({ vins }, { signal }) => {
      const unit_ids = await unitsOf(campaign_id, vins, signal)
      return call(campaigns.returned, { campaign_id, unit_ids }, { signal })
    },
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
  })
  const shown = useFormDialog(form.dirty, onClose)
  return (
    <FormDialog title="Note Returned Letters" action="Note as returned" form={form} shown={shown}>
      <Stack>
        <Text size="sm">{`Their vehicles are to be written to again. ${FINAL}`}</Text>
        <TextareaField form={form.form} name="vins" label="VINs on the letters" max={20_000} isFirst />
      </Stack>
    </FormDialog>
  )
}

/** The vehicles of a campaign with these VINs. Throws for the first VIN that it does not have. */
async function unitsOf(campaign_id: string, text: string, signal: AbortSignal) {
  const vins = [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map(tidyVin)
        .filter(Boolean),
    ),
  ]
  const ids: string[] = []
  for (const vin of vins) {
    const filters = { campaign_id: { op: 'eq', value: campaign_id }, vin: { op: 'eq', value: vin } } as const
    const { data } = await call(campaignUnits.list, { page: 1, per_page: 1, is_deleted: false, filters }, { signal })
    const [unit] = data
    if (!unit) throw unknownVin(vin)
    ids.push(unit._id)
  }
  return ids
}

function unknownVin(vin: string) {
  const message = `${vin} is not on the list of this campaign.`
  return new ApiError(422, { message, code: 'invalid', errors: { vins: [message] } })
}

/** Notes that the active dealers were told. */
export function DealersToldDialog({ campaign: { _id: campaign_id, dealers_to_tell }, onClose }: NotedProps) {
  const form = useContractForm({
    schema: campaigns.dealersTold.input.pick({ told_on: true }),
    values: { told_on: today() },
    send: ({ told_on }, { signal }) =>
      call(campaigns.dealersTold, { campaign_id, told_on, expect: dealers_to_tell }, { signal }),
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
  })
  const shown = useFormDialog(form.dirty, onClose)
  const valid = form.valid && dealers_to_tell > 0
  return (
    <FormDialog title="Mark Dealers as Told" action="Mark as told" form={{ ...form, valid }} shown={shown}>
      <Stack>
        <Text size="sm">{`${formatCount(dealers_to_tell, 'active dealer')} will be noted as told. ${FINAL}`}</Text>
        <DateField form={form.form} name="told_on" label="Told on" />
      </Stack>
    </FormDialog>
  )
}
