import { Alert } from '@mantine/core'
import { Users } from 'lucide-react'
import type { FieldChange } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { isRunningText, labelOfField, valueInWords } from '#web/records/change/history/field-words.ts'
import { formatNames } from '#web/ui/format.ts'
import classes from './presence-notice.module.css'
import { ONESELF, type Saved, usePresence } from './use-presence.ts'

type PresenceNoticeProps = {
  type: RecordType
  id: string
  /** The version of the record that the form shows. */
  version: number
}

/** Says in a form who else has the same record open, or that one has it open twice, and what was saved since. */
export function PresenceNotice({ type, id, version }: PresenceNoticeProps) {
  const { others, isElsewhere, saved } = usePresence(type, id, version)
  const lines = [
    isElsewhere && 'You have this open in another window too.',
    others.length > 0 && `${formatNames(others)} ${others.length > 1 ? 'have' : 'has'} this open too.`,
    saved && describeSaved(saved),
  ].filter((line) => line !== false && line !== undefined)
  return (
    <output className={classes.place}>
      {lines.length > 0 && (
        <Alert variant="light" color="blue" icon={<Users aria-hidden />} px="xs" py={4} className={classes.notice}>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
    </output>
  )
}

/** Longer values are only named. */
const MOST_CHARACTERS = 60

function describeSaved({ by, fields }: Saved) {
  if (by.length === 1 && by[0] === ONESELF) return describeOwn(fields)
  const changed = fields.map((field) => {
    const value = shortly(field)
    return value === undefined ? `${labelOfField(field)} has changed` : `${labelOfField(field)} is now ${value}`
  })
  return changed.length ? sentence(`${formatNames(by)} saved: ${changed.join('; ')}`) : `${formatNames(by)} saved this.`
}

function describeOwn(fields: FieldChange[]) {
  const changed = fields.map((field) => {
    const value = shortly(field)
    return value === undefined ? `changed ${labelOfField(field)}` : `set ${labelOfField(field)} to ${value}`
  })
  return changed.length ? sentence(`In another window you ${changed.join('; ')}`) : 'You saved this in another window.'
}

/** With a full stop, unless a quoted text ends with one. */
const sentence = (words: string) => (/[.!?]”$/.test(words) ? words : `${words}.`)

function shortly(field: FieldChange) {
  if (['rich_text', 'picture', 'file', 'secret'].includes(field.type)) return undefined
  const text = valueInWords(field, field.to)
  if (text === '') return 'empty'
  if (text.length > MOST_CHARACTERS) return undefined
  return isRunningText(field) || /[.!?]$/.test(text) ? `“${text}”` : text
}
