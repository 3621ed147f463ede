import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#web/api/call.ts'
import { useOnceKey } from './once-key.ts'

type Shape = z.ZodType<object, object>

export type ContractFormOptions<Schema extends Shape, Answer> = {
  /** The contract's schema of the fields: it carries the messages. */
  schema: Schema
  /** What the fields start with. */
  values: z.input<Schema>
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
export function useContractForm<Schema extends Shape, Answer>(options: ContractFormOptions<Schema, Answer>) {
  type Values = z.input<Schema> & Record<string, unknown>
  const [alert, setAlert] = useState<string | null>(null)
  const onceKey = useOnceKey()
  const sending = useRef(false)
  // A mutation, so that the global rules for refusals (web/app/query-client.ts) see it as well.
  const mutation = useMutation<Answer, Error, { fields: z.output<Schema>; key: string }>({
    mutationFn: ({ fields, key }) => options.send(fields, key),
  })
  const form = useForm<Values>({
    initialValues: options.values as Values,
    validate: schemaResolver(options.schema, { sync: true }),
    validateInputOnChange: true,
    validateInputOnBlur: true,
  })

  async function submit() {
    if (sending.current) return
    const checked = options.schema.safeParse(form.values)
    if (!checked.success) {
      form.validate()
      return
    }
    sending.current = true
    setAlert(null)
    try {
      const answer = await mutation.mutateAsync({ fields: checked.data, key: onceKey.keyFor(form.values) })
      onceKey.forget()
      form.reset()
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
    valid: form.isValid(),
    dirty: form.isDirty(),
    submit,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      void submit()
    },
  }
}
