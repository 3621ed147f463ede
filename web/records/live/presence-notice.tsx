import { Alert } from '@mantine/core'
import { Users } from 'lucide-react'
import type { FieldChange, RecordType } from '#contract/changes.ts'
import { formatNames } from '#web/ui/format.ts'
import { type Saved, usePresence } from './use-presence.ts'

/** Says in a form who else has the same record open, and what they save meanwhile. */
export function PresenceNotice({ type, id }: { type: RecordType; id: string }) {
  const { others, saved } = usePresence(type, id)
  const lines = [
    others.length > 0 && `${formatNames(others)} ${others.length > 1 ? 'have' : 'has'} this open too.`,
    saved && inWords(saved),
  ].filter((line) => line !== false && line !== undefined)
  return (
    <output>
      {lines.length > 0 && (
        <Alert variant="light" color="blue" icon={<Users aria-hidden />} mb="md" p="xs">
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

function inWords({ by, fields }: Saved) {
  const changed = fields.map(({ label, to, type }) => {
    const value = shortly(to, type)
    return value === undefined ? `${label} has changed` : `${label} is now ${value}`
  })
  return changed.length ? `${by} saved: ${changed.join('; ')}.` : `${by} saved this.`
}

const nameIn = (value: unknown) => (value as { name?: string } | null)?.name ?? ''

function shortly(value: unknown, type: FieldChange['type']) {
  if (type === 'rich_text' || type === 'picture' || type === 'file' || type === 'secret') return undefined
  if (type === 'flag') return value ? 'Yes' : 'No'
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : nameIn(value)
  if (text === '') return 'empty'
  return text.length > MOST_CHARACTERS ? undefined : text
}
