import type { FieldChange } from '#contract/changes.ts'
import { DEALER_TYPE_LABELS } from '#contract/dealer-types.ts'
import { formatOfficeTime } from '#web/forms/office-time.ts'
import { textOf } from '#web/records/shared/row-name.ts'
import { formatDate } from '#web/ui/format.ts'

/** Lists show both as Active or Inactive in their column Status. */
const isStatus = ({ field, label }: FieldChange) =>
  field === 'status' || (field === 'is_deleted' && label === 'Inactive')

/** The name of a changed field as its list and form call it. */
export const labelOfField = (change: FieldChange) => (isStatus(change) ? 'Status' : change.label)

/** Values that lists and forms show in other words. */
const wordsOf = ({ field }: FieldChange): Readonly<Record<string, string>> =>
  field === 'type' ? DEALER_TYPE_LABELS : {}
const isChoice = (change: FieldChange) => [change.from, change.to].some((value) => textOf(value) in wordsOf(change))

/** Whether the values of the field are texts to be read word by word. */
export const isRunningText = (change: FieldChange) => change.type === 'text' && !isStatus(change) && !isChoice(change)

/** A changed field’s value as people read it; '' for none. Rich texts are HTML, files their address. */
export function valueInWords(change: FieldChange, value: unknown) {
  switch (change.type) {
    case 'text':
      return isStatus(change) ? statusWord(value) : (wordsOf(change)[textOf(value)] ?? textOf(value))
    case 'day':
      return formatDate(value)
    case 'time':
      return typeof value === 'string' ? formatOfficeTime(value) : ''
    case 'reference':
      return nameIn(value)
    case 'flag':
      return flagWord(change, value)
    case 'number':
    case 'rich_text':
    case 'picture':
    case 'file':
    case 'secret':
      return textOf(value)
  }
}

/** A reference comes as the record, or as its name if only that is known. */
const nameIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : textOf(value)

/** ACTIVE, INVITED or INACTIVE as lists show it. */
const statusWord = (value: unknown) => textOf(value).charAt(0) + textOf(value).slice(1).toLowerCase()

function flagWord(change: FieldChange, value: unknown) {
  if (typeof value !== 'boolean') return ''
  if (isStatus(change)) return value === (change.field === 'status') ? 'Active' : 'Inactive'
  return value ? 'Yes' : 'No'
}
