import { schemaResolver, useForm } from '@mantine/form'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { StoppedError } from '#web/api/call.ts'
import type { Draft } from './drafts.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import { isMended, type Refusal, refusalOf, refusedFiles } from './refusal.ts'
import { sendWhenConnected, waitsForConnection } from './send-when-connected.ts'
import { untilStopped } from './until-stopped.ts'

/** What checks the fields: a schema of the contract, or any other that does so at once. */
export type FieldsSchema = StandardSchemaV1<object, object>
export type Input<Schema extends FieldsSchema> = StandardSchemaV1.InferInput<Schema>
/**
 * Something for every field, if only undefined: an optional text that is left out would be cleared by the next save.
 */
export type Filled<Schema extends FieldsSchema> = {
  [Name in keyof Required<Input<Schema>>]: Input<Schema>[Name & keyof Input<Schema>]
}
export type Output<Schema extends FieldsSchema> = StandardSchemaV1.InferOutput<Schema>

/** What a form passes to its call: one effect for the same content, and an end when the user stops it. */
export type SendOptions = { idempotencyKey: string; signal: AbortSignal }

export type ContractFormOptions<Schema extends FieldsSchema, Answer> = {
  /** The contract's schema of the fields; its messages are shown. */
  schema: Schema
  /** The initial values. The form is dirty when it differs from them. */
  values: Filled<Schema>
  /** Values of a draft to show instead of the initial ones. */
  restoredValues?: Input<Schema> | undefined
  /** The draft that the idempotency key lives with. */
  draft?: Draft | undefined
  /** Sends the validated fields; pass the options on to the call. */
  send: (fields: Output<Schema>, options: SendOptions) => Promise<Answer>
  /** What will be done with the fields if they have to wait for a connection; 'saved' by default. */
  done?: string
  /** Called after success, when the form has been reset. */
  onSent: (answer: Answer) => void
  /** Called first with an error; returns true if it has handled the error, so that the form does not show it. */
  onRefused?: (error: ApiError) => boolean
}

/**
 * A form over a contract schema. On each change it knows whether all is `valid`, and it says what is wrong with a field
 * once that was left. It sends one request at a time (`busy`), which the user can stop and which waits for a lost
 * connection. `alert` says that it waits, or the message of an error until its cause is mended; errors of fields are
 * shown at the fields. Errors other than ApiError are thrown.
 */
export function useContractForm<Schema extends FieldsSchema, Answer>(options: ContractFormOptions<Schema, Answer>) {
  type Values = Input<Schema>
  const { schema } = options
  const [initial, setInitial] = useState<Values>(options.values)
  const [alert, setAlert] = useState<Refusal | null>(null)
  // All of them, since a file that was refused before can be chosen again.
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [waits, setWaits] = useState(false)
  const idempotencyKey = useIdempotencyKey(options.draft)
  const sending = useRef<AbortController>(null)
  // A mutation, so that the rules in web/app/query-client.ts apply.
  const mutation = useMutation<Answer, Error, { values: Values; fields: Output<Schema>; signal: AbortSignal }>({
    mutationFn: ({ values, fields, signal }) =>
      idempotencyKey.send(values, (key) =>
        untilStopped(
          sendWhenConnected(() => options.send(fields, { signal, idempotencyKey: key }), {
            signal,
            onWaiting: setWaits,
          }),
          signal,
        ),
      ),
  })
  const [initialErrors] = useState(() => errorsOfRestored(schema, options.values, options.restoredValues))
  /** The fields that were left, or shown as wrong when Save was pressed. */
  const left = useRef(new Set(Object.keys(initialErrors)))
  /** The field in which someone is typing. */
  const typing = useRef<unknown>(undefined)
  const form = useForm<Values>({
    initialValues: options.restoredValues ?? options.values,
    initialErrors,
    validate: (values) => ({
      ...schemaResolver(schema, { sync: true })(values),
      ...refusedFiles(refusals, values),
    }),
    validateInputOnBlur: true,
    // `revalidate` does it: cleared and set again at once, the same message would be lost.
    clearInputErrorOnChange: false,
    enhanceGetInputProps: ({ inputProps: { onChange, onBlur }, field }) => ({
      onChange(change: unknown) {
        typing.current = field
        onChange(change)
        typing.current = undefined
      },
      onBlur() {
        left.current.add(String(field))
        onBlur?.()
      },
    }),
    onValuesChange(values, previous) {
      revalidate(values, previous)
      setAlert((shown) => (shown && isMended(shown, values) ? null : shown))
    },
  })

  // A change can make another field valid or invalid, such as a repeated password. Errors of the server stay in others.
  function revalidate(values: Values, previous: Values): void {
    const before = messagesOf(schema, previous)
    const now = { ...messagesOf(schema, values), ...refusedFiles(refusals, values) }
    for (const name of Object.keys(values)) {
      const [is, was] = [values[name as keyof Values], previous[name as keyof Values]]
      // What is typed for the first time is not finished; what is chosen is.
      const isBeingTyped = typing.current === name && typeof is === 'string' && typeof was === 'string'
      if (is !== was ? left.current.has(name) || !isBeingTyped : left.current.has(name) && before[name] !== now[name])
        form.setFieldError(name, now[name])
    }
  }

  function showAll() {
    for (const name of Object.keys(form.getValues())) left.current.add(name)
  }

  function startFrom(values: Values) {
    setInitial(() => values)
    setAlert(null)
    setRefusals([])
    left.current.clear()
    form.setInitialValues(values)
    form.reset()
  }

  async function submit() {
    if (sending.current) return
    const values = form.getValues()
    const parsed = validate(schema, values)
    if (parsed.issues || isRefused(values)) {
      showAll()
      form.validate()
      return
    }
    const controller = new AbortController()
    sending.current = controller
    setAlert(null)
    try {
      const answer = await mutation.mutateAsync({ values, fields: parsed.value, signal: controller.signal })
      idempotencyKey.reset()
      startFrom(initial)
      options.onSent(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!options.onRefused?.(error)) showRefusal(refusalOf(error, values))
    } finally {
      sending.current = null
    }
  }

  function showRefusal(refusal: Refusal) {
    setAlert(refusal)
    setRefusals((before) => [...before, refusal])
    showAll()
    form.setErrors(refusal.fields)
  }

  const isRefused = (values: Values) => Object.keys(refusedFiles(refusals, values)).length > 0

  return {
    form,
    alert: waits ? waitsForConnection(options.done ?? 'saved') : (alert?.alert ?? null),
    busy: mutation.isPending,
    valid: !validate(schema, form.values).issues && !isRefused(form.values),
    dirty: !haveSameValues(form.values, initial),
    submit,
    /** Ends the running request. Whether the server has carried it out remains open, which `alert` then says. */
    stop: () => sending.current?.abort(new StoppedError()),
    /** Replaces the initial values and shows them. */
    startFrom,
    /** Fills in fields that nobody has changed, which leaves them unchanged. */
    suggest(values: Partial<Values>) {
      const shown = form.getValues()
      for (const [name, value] of Object.entries(values) as [keyof Values & string, never][]) {
        if (!isSameValue(shown[name], initial[name]) || isSameValue(shown[name], value)) continue
        setInitial((before) => ({ ...before, [name]: value }))
        form.setFieldValue(name, value)
      }
    },
    /** Shows the initial values again. */
    reset: () => startFrom(initial),
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      void submit()
    },
  }
}

function validate<Schema extends FieldsSchema>(schema: Schema, values: object) {
  const result = schema['~standard'].validate(values)
  if (result instanceof Promise) throw new Error('the fields of a form are checked at once')
  return result as StandardSchemaV1.Result<Output<Schema>>
}

function messagesOf(schema: FieldsSchema, values: object) {
  const messages: Record<string, string> = {}
  for (const { path: [part] = [], message } of validate(schema, values).issues ?? []) {
    messages[String(typeof part === 'object' ? part.key : part)] ??= message
  }
  return messages
}

/** What a form shows of a draft at once: messages for the fields that had been changed. */
function errorsOfRestored(schema: FieldsSchema, values: object, restored: object = values) {
  const messages = messagesOf(schema, restored)
  const changed = Object.keys(restored).filter(
    (name) => !isSameValue(values[name as keyof object], restored[name as keyof object]),
  )
  return Object.fromEntries(changed.flatMap((name) => (messages[name] ? [[name, messages[name]]] : [])))
}

function haveSameValues(one: object, other: object) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof object>
  return [...names].every((name) => isSameValue(one[name], other[name]))
}

const isSameValue = (one: unknown, other: unknown) =>
  Object.is(one, other) ||
  (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other)) ||
  // An empty field equals one without a value.
  ((one ?? '') === '' && (other ?? '') === '')
