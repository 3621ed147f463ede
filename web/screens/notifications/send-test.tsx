import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Purpose } from '#contract/message-fields.ts'
import { notifications } from '#contract/notifications.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { type LinkWritten, linkInput } from '#web/shared-forms/message-links.tsx'
import { toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'
import type { WrittenText } from './filled-preview.tsx'

type Written = WrittenText & { purpose: Purpose } & LinkWritten

/** Sends what is written to the phone of which the app shows a code. */
export function SendTest({ written }: { written: Written }) {
  const [code, setCode] = useState('')
  const sending = useMutation({
    mutationFn: ({ title, description, language, purpose, ...link }: Written) =>
      call(notifications.test, { code: code.trim(), title, description, language, purpose, link: linkInput(link) }),
    meta: { changesRecords: false, saidInPlace: true },
    onSuccess: ({ message, data }) => (data.state === 'accepted' ? toastSuccess : toastWarning)(message),
  })
  const { title, description, language, purpose, link_type, link } = written
  const isWritten = title.trim() !== '' && description.trim() !== '' && (link_type === 'none' || link !== '')
  const send = () => isWritten && sending.mutate({ title, description, language, purpose, link_type, link })
  return (
    <div>
      <Group gap="xs" mt="lg" align="flex-end" wrap="nowrap">
        <TextInput
          label="Code from the app"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Enter' && send()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          w={170}
        />
        <Button variant="default" onClick={send} loading={sending.isPending} disabled={!isWritten || code.length < 6}>
          Send a test
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        The app shows a code for its phone. Only that phone gets the test.
      </Text>
      {sending.error && (
        <Text size="sm" c="red" mt={4} role="alert">
          {wrongIn(sending.error)}
        </Text>
      )}
    </div>
  )
}

/** What is wrong with a field is said in place of what is said of the call. */
const wrongIn = (error: Error) =>
  (error instanceof ApiError && Object.values(error.body.errors ?? {}).flat()[0]) || error.message
