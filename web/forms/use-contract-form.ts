import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#web/api/call.ts'
import { useOnceKey } from './idempotency-key.ts'

export type FieldsSchema = z.ZodType<object, object>

export type ContractFormOptions<Schema extends FieldsSchema, Answer> = {
  /** The contract's schema of the fields: it carries the messages. */
  schema: Schema
  /** What the fields start with. */
  values: z.input<Schema>
  /** What was typed before and is offered again; the fields count as touched from the start. */
  typed?: z.input<Schema> | undefined
  /** Sends the checked fields; `onceKey` belongs into calls that add or send. */
  send: (fields: z.output<Schema>, onceKey: string) => Promise<Answer>
  /** Called with the answer after success; the form has been reset by then. */
  onSent: (answer: Answer) => void
  /** Gets a refusal first; returning true says it is dealt with and nothing shall be shown in the form. */
  onRefused?: (error: ApiError) => boolean
}

/**
 * A form over a contract schema, with the promises every form makes: checked on each change, `valid` for the button,
 * `busy` while sending (a second submit is ignored), the server's message in `alert`, its field errors on the fields.
 */
export function useContractForm<Schema extends FieldsSchema, Answer>(options: ContractFormOptions<Schema, Answer>) {
  type Values = z.input<Schema>
  const { schema } = options
  const [base, setBase] = useState<Values>(options.values)
  const [alert, setAlert] = useState<string | null>(null)
  const onceKey = useOnceKey()
  const sending = useRef(false)
  // A mutation, so that the global rules for refusals (web/app/query-client.ts) see it as well.
  const mutation = useMutation<Answer, Error, { fields: z.output<Schema>; key: string }>({
    mutationFn: ({ fields, key }) => options.send(fields, key),
    // Without a connection a form says so at once, instead of sending behind the person's back later.
    networkMode: 'always',
  })
  const form = useForm<Values>({
    initialValues: options.typed ?? options.values,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnChange: true,
    validateInputOnBlur: true,
    onValuesChange: recheckOthers,
  })

  // A change may put another field right or wrong (a repeated password); errors of the server stay.
  function recheckOthers(values: Values, previous: Values): void {
    const before = messagesOf(schema, previous)
    const now = messagesOf(schema, values)
    for (const name of Object.keys(values)) {
      if (before[name] !== now[name] && form.isTouched(name)) form.setFieldError(name, now[name])
    }
  }

  function startFrom(values: Values) {
    setBase(() => values)
    setAlert(null)
    form.setInitialValues(values)
    form.reset()
  }

  async function submit() {
    if (sending.current) return
    const values = form.getValues()
    const checked = schema.safeParse(values)
    if (!checked.success) {
      form.validate()
      return
    }
    sending.current = true
    setAlert(null)
    try {
      const answer = await mutation.mutateAsync({ fields: checked.data, key: onceKey.keyFor(values) })
      onceKey.forget()
      startFrom(base)
      options.onSent(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!options.onRefused?.(error)) showRefusal(error)
    } finally {
      sending.current = false
    }
  }

  function showRefusal({ status, body }: ApiError) {
    setAlert(status >= 500 && body.request_id ? `${body.message} (${body.request_id})` : body.message)
    const { general: _shownAsToast, ...fields } = body.errors ?? {}
    form.setErrors(Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages[0]])))
  }

  return {
    form,
    alert,
    busy: mutation.isPending,
    valid: schema.safeParse(form.values).success,
    dirty: !sameValues(form.values, base),
    submit,
    /** Puts these values in as the new start: nothing counts as typed any more. */
    startFrom,
    /** Throws away what was typed. */
    reset: () => startFrom(base),
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      void submit()
    },
  }
}

function messagesOf(schema: FieldsSchema, values: object) {
  const messages: Record<string, string> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) messages[String(issue.path[0])] ??= issue.message
  return messages
}

function sameValues(one: object, other: object) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof object>
  return [...names].every((name) => sameValue(one[name], other[name]))
}

const sameValue = (one: unknown, other: unknown) =>
  Object.is(one, other) ||
  (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other)) ||
  // An empty field and one that was never filled read the same.
  ((one ?? '') === '' && (other ?? '') === '')
