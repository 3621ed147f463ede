import type { ApiError } from '#web/api/call.ts'

/** Why the server refused a form: what stands on top of it, and what it said of which fields. */
export type Refusal = {
  alert: string
  /** The messages by field. */
  fields: Readonly<Record<string, string>>
  /** What was sent. */
  values: object
  /** Whether it lies in what was sent, and not in the connection or the server. */
  isOfValues: boolean
}

/** What an error of the server means for the form that sent these values. */
export function refusalOf({ status, body }: ApiError, values: object): Refusal {
  const { general: _shownAsToast, ...named } = body.errors ?? {}
  const fields = Object.fromEntries(Object.entries(named).map(([name, [message = body.message]]) => [name, message]))
  // A proxy that finds an upload too large does not know the fields.
  const files = [413, 415].includes(status) && !Object.keys(fields).length ? filesIn(values) : []
  return {
    alert: status >= 500 && body.request_id ? `${body.message} (${body.request_id})` : body.message,
    fields: { ...fields, ...Object.fromEntries(files.map((name) => [name, body.message])) },
    values,
    isOfValues: status === 422 || Object.keys(fields).length > 0 || files.length > 0,
  }
}

/** Whether everything is changed that was refused, so that the alert has no reason any more. */
export function isMended({ fields, values: sent, isOfValues }: Refusal, values: object) {
  const differs = (name: string) => !isSame(sent[name as keyof object], values[name as keyof object])
  const names = Object.keys(fields).filter((name) => name in values)
  return isOfValues && (names.length ? names.every(differs) : Object.keys(values).some(differs))
}

/** What the server said of files that are still chosen: sent again, they would be refused again. */
export const refusedFiles = (refusals: Refusal[], values: object): Record<string, string> =>
  Object.fromEntries(
    refusals.flatMap(({ fields, values: sent }) =>
      filesIn(values).flatMap((name) =>
        fields[name] && isSame(sent[name as keyof object], values[name as keyof object]) ? [[name, fields[name]]] : [],
      ),
    ),
  )

const filesIn = (values: object) =>
  Object.keys(values).filter((name) => (values[name as keyof object] as unknown) instanceof File)

// Choosing a file again makes another object of it.
const isSame = (one: unknown, other: unknown) =>
  Object.is(one, other) ||
  (one instanceof File &&
    other instanceof File &&
    (['name', 'size', 'type', 'lastModified'] as const).every((part) => one[part] === other[part]))
