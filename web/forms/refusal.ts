import type { ApiError } from '#web/api/api-error.ts'

type Values = Readonly<Record<string, unknown>>

/** Why the server refused a form: the message on top of it, and the messages at its fields. */
export type Refusal = {
  alert: string
  /** The messages by field. */
  fields: Readonly<Record<string, string>>
  /** What was sent. */
  sent: Values
  /** Whether the fault is in what was sent, and not in the connection or the server. */
  isOfValues: boolean
}

/** What a server's error means for the form that sent these values. */
export function refusalOf(error: ApiError, values: object): Refusal {
  const { status, body } = error
  const { message, errors = {} } = body
  const sent = values as Values
  const fields: Record<string, string> = {}
  // General ones are shown as toasts.
  for (const name in errors) if (name !== 'general') fields[name] = errors[name]?.[0] ?? message
  // A proxy that finds an upload too large does not know the fields.
  if ((status === 413 || status === 415) && !Object.keys(fields).length) {
    for (const name in sent) if (sent[name] instanceof File) fields[name] = message
  }
  return {
    alert: error.message,
    fields,
    sent,
    isOfValues: [413, 415, 422].includes(status),
  }
}

/** Whether everything that was refused has been changed, so that the alert no longer applies. */
export function isMended({ fields, sent, isOfValues }: Refusal, values: object) {
  const names = Object.keys(values)
  const refused = names.filter((name) => name in fields)
  const differs = (name: string) => !isSame(sent[name], (values as Values)[name])
  return isOfValues && (refused.length ? refused.every(differs) : names.some(differs))
}

/** What the server said of files that are still chosen: sent again, they would be refused again. */
export function refusedFiles(refusals: Refusal[], values: object) {
  const found: Record<string, string> = {}
  for (const { fields, sent } of refusals) {
    for (const name in fields) {
      const now = (values as Values)[name]
      if (now instanceof File && isSame(sent[name], now)) found[name] = fields[name] as string
    }
  }
  return found
}

// Choosing a file again makes another object of it.
const isSame = (one: unknown, other: unknown) =>
  one === other ||
  (one instanceof File &&
    other instanceof File &&
    one.name === other.name &&
    one.size === other.size &&
    one.lastModified === other.lastModified)
