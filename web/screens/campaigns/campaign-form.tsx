import { Checkbox, Group } from '@mantine/core'
import {
  advices,
  adviceWords,
  type Campaign,
  campaignFields,
  campaignTypes,
  campaignTypeWords,
  type Regulator,
  regulators,
  regulatorWords,
} from '#contract/campaigns.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { type FieldProps, TextField, useField } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

type CampaignFormProps = { campaign?: Campaign | undefined; draft: Draft; onClose: () => void }

const types = campaignTypes.map((value) => ({ value, label: campaignTypeWords[value] }))
const advice = advices.map((value) => ({ value, label: adviceWords[value] }))
const TEXT = 2000

export function CampaignForm({ campaign, draft, onClose }: CampaignFormProps) {
  return (
    <FormModal
      type="campaigns"
      schema={campaignFields}
      record={campaign}
      values={(record) => ({
        number: record?.number ?? '',
        regulator_number: record?.regulator_number ?? '',
        type: record?.type ?? 'recall',
        regulators: record?.regulators ?? (['nhtsa'] as Regulator[]),
        title: record?.title ?? '',
        defect: record?.defect ?? '',
        risk: record?.risk ?? '',
        remedy: record?.remedy ?? '',
        title_fr: record?.title_fr ?? '',
        defect_fr: record?.defect_fr ?? '',
        risk_fr: record?.risk_fr ?? '',
        remedy_fr: record?.remedy_fr ?? '',
        advice: record?.advice ?? 'none',
        decided_on: record?.decided_on ?? '',
        remedy_from: record?.remedy_from ?? '',
        phone: record?.phone ?? '',
      })}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <TextField form={form} name="number" />
          <TextField form={form} name="regulator_number" optional />
          <SelectField form={form} name="type" options={types} />
          <RegulatorsField form={form} name="regulators" optional />
          <TextField form={form} name="title" />
          <TextareaField form={form} name="defect" max={TEXT} optional />
          <TextareaField form={form} name="risk" max={TEXT} optional />
          <TextareaField form={form} name="remedy" max={TEXT} optional />
          <SelectField form={form} name="advice" options={advice} />
          <DateField form={form} name="decided_on" />
          <DateField form={form} name="remedy_from" optional />
          <TextField form={form} name="phone" optional />
          {([form.values.regulators].flat().includes('transport_canada') || record?.title_fr) && (
            <div lang="fr">
              <TextField form={form} name="title_fr" optional />
              <TextareaField form={form} name="defect_fr" max={TEXT} optional />
              <TextareaField form={form} name="risk_fr" max={TEXT} optional />
              <TextareaField form={form} name="remedy_fr" max={TEXT} optional />
            </div>
          )}
        </>
      )}
    </FormModal>
  )
}

/** The regulators that are told of a campaign. */
function RegulatorsField<Values>(props: FieldProps<Values, Regulator[]>) {
  const { value, onChange, label, error, description } = useField(props, (some) =>
    (some as Regulator[]).map((one) => regulatorWords[one]).join(', '),
  )
  return (
    <Checkbox.Group
      label={label}
      error={error}
      description={description}
      value={value as string[]}
      onChange={(some) => onChange(some)}
    >
      <Group mt={4}>
        {regulators.map((one) => (
          <Checkbox key={one} value={one} label={regulatorWords[one]} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
