import { frenchWords } from '#contract/french.ts'
import { type Unfinished, unfinishedStates } from '#contract/french-calls.ts'
import { labelsOf } from '#web/records/shared/labels.ts'

/** What tells a row apart from all others. */
export const keyOf = ({ record_type, record_id }: Unfinished) => `${record_type} ${record_id}`

/** The states to choose from; the first two together are what is missing. */
export const stateChoices = [
  { value: '', label: 'All' },
  { value: 'none,part', label: `${frenchWords.none} or part` },
  ...unfinishedStates.map((value) => ({ value, label: frenchWords[value] })),
]

/** The labels of the fields whose French is missing or older. */
export const fieldsInWords = ({ record_type, fields }: Unfinished) => {
  const labels = labelsOf(record_type)
  return fields.map((field) => labels[field] ?? field).join(', ')
}
