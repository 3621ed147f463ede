import { queryOptions } from '@tanstack/react-query'
import { reasons } from '#contract/campaign-report.ts'
import {
  type CampaignUnit,
  languageWords,
  letterLanguages,
  reasonWords,
  unitFields,
  unitStatuses,
  unitStatusWords,
} from '#contract/campaign-units.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { dealers } from '#contract/dealers.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { Reference } from '#contract/records.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { RecordSelect, SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type UnitFormProps = { unit?: CampaignUnit | undefined; draft: Draft; onClose: () => void }

const NONE: string = ''
const none = { value: NONE, label: '-' }
const statuses = unitStatuses.map((value) => ({ value, label: unitStatusWords[value] }))
const why = [none, ...reasons.map((value) => ({ value, label: reasonWords[value] }))]
const languages = [none, ...letterLanguages.map((value) => ({ value, label: languageWords[value] }))]

export function UnitForm({ unit, draft, onClose }: UnitFormProps) {
  return (
    <FormModal
      type="campaign_units"
      schema={unitFields}
      record={unit}
      values={(record) => ({
        campaign_id: record?.campaign_id._id ?? '',
        vin: record?.vin ?? '',
        status: record?.status ?? 'open',
        reason: record?.reason ?? NONE,
        note: record?.note ?? '',
        done_on: record?.done_on ?? '',
        service_id: record?.service_id?._id ?? '',
        owner_name: record?.owner_name ?? '',
        address: record?.address ?? '',
        city: record?.city ?? '',
        state: record?.state ?? '',
        zip: record?.zip ?? '',
        country: record?.country ?? '',
        language: record?.language ?? NONE,
      })}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <SearchedRecordSelect
            form={form}
            name="campaign_id"
            from={(text) => foundCampaigns(text, record?.campaign_id)}
            current={record?.campaign_id}
            empty="There is no campaign yet."
          />
          <TextField form={form} name="vin" />
          <SelectField form={form} name="status" options={statuses} />
          {form.values.status === 'unreachable' && <SelectField form={form} name="reason" options={why} />}
          {form.values.status !== 'open' && <DateField form={form} name="done_on" optional />}
          {form.values.status !== 'open' && form.values.status !== 'unreachable' && (
            <RecordSelect
              form={form}
              name="service_id"
              from={(search) => query(dealers.list, choicesInput(search))}
              current={record?.service_id ?? undefined}
              empty="There is no active dealer yet."
              optional
            />
          )}
          <TextareaField form={form} name="note" max={500} optional />
          <TextField form={form} name="owner_name" optional />
          <TextField form={form} name="address" optional />
          <TextField form={form} name="city" optional />
          <TextField form={form} name="state" optional />
          <TextField form={form} name="zip" optional />
          <TextField form={form} name="country" optional />
          <SelectField form={form} name="language" options={languages} optional />
        </>
      )}
    </FormModal>
  )
}

/**
 * The newest campaigns, or those whose number or title contains a text. The present one keeps its name: another label
 * would take the place of what is being typed.
 */
const foundCampaigns = (text: string, present: Reference | undefined) =>
  queryOptions({
    // Not under the path of the list, whose rows are whole campaigns.
    queryKey: ['found campaigns', text, present] as const,
    async queryFn({ signal }) {
      const first = choicesInput('')
      const inputs: CallInput<typeof campaigns.list>[] = text
        ? (['number', 'title'] as const).map((field) => ({ ...first, filters: { [field]: { value: text } } }))
        : [first]
      const pages = await Promise.all(inputs.map((input) => call(campaigns.list, input, { signal })))
      const found = new Map(pages.flatMap(({ data }) => data.map((one) => [one._id, one] as const)))
      const nameOf = ({ _id, number, title }: Campaign) => (present?._id === _id ? present.name : `${number}: ${title}`)
      return { data: [...found.values()].map((one) => ({ _id: one._id, name: nameOf(one) })) }
    },
  })
