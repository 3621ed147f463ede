import { Text } from '@mantine/core'
import { useRef } from 'react'
import { z } from 'zod'
import { passkeyName, secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { useUnsavedForm } from '#web/forms/unsaved-forms.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { makePasskey } from '#web/sign-in/passkeys.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { TextField } from '#web/ui/fields/fields.tsx'
import { FactorForm, type FactorFormProps } from './factor-form.tsx'
import { lookForLost } from './lost-answer.ts'

const fields = z.object({ name: passkeyName })

/** Makes a passkey on this device under a name, and adds it. */
export function AddPasskey({ onSetUp, ...frame }: FactorFormProps) {
  // Made once: when adding it has failed, trying again sends the same.
  const made = useRef<Awaited<ReturnType<typeof makePasskey>>>(undefined)
  const { form, alert, busy, dirty, onSubmit } = useContractForm({
    schema: fields,
    values: { name: '' },
    send: async ({ name }) => {
      made.current ??= await makePasskey((await call(secondFactor.passkeyOptions, {})).data)
      return call(secondFactor.passkeyAdd, { name, credential: made.current })
    },
    onSent: ({ message, data }) => {
      toastSuccess(message)
      release()
      onSetUp(data.recovery_codes)
    },
    onRefused: ({ status }) => {
      const { name } = form.getValues()
      if (status !== 0) made.current = undefined
      else if (made.current)
        void lookForLost(
          ({ passkeys }) => passkeys.some((one) => one.name === name.trim()),
          () => onSetUp([]),
        )
      return false
    },
  })
  const release = useUnsavedForm(dirty)
  return (
    <FactorForm label="Add a passkey" action="Add" {...{ alert, busy, onSubmit }} {...frame}>
      <Text>Give it a name you’ll recognize. Your browser will ask where to save it.</Text>
      <TextField form={form} name="name" label="Name" placeholder="My laptop" />
    </FactorForm>
  )
}
