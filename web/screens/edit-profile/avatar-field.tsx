import { Avatar, Button, Group, Input, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import type { Me } from '#contract/account.ts'
import { type FormOf, useField } from '#web/ui/fields.tsx'
import classes from './avatar-field.module.css'

type ProfileValues = { name: string; avtar?: File | undefined }

type AvatarFieldProps = {
  form: FormOf<ProfileValues>
  me: Me
  /** How much of the picture has gone out, from 0 to 1, while it is being sent. */
  uploaded?: number
}

export function AvatarField({ form, me, uploaded }: AvatarFieldProps) {
  const { value, error, onChange } = useField<ProfileValues, File | undefined>({
    form,
    name: 'avtar',
    label: 'Avatar',
    optional: true,
  })
  const chosen = value instanceof File ? value : undefined
  const preview = usePreview(error ? undefined : chosen)
  const id = useId()

  return (
    <Input.Wrapper label="Avatar" id={id} labelElement="label" error={error} errorProps={{ id: `${id}-error`, mt: 8 }}>
      <Group wrap="nowrap" gap="lg" mt={4}>
        <Avatar src={preview ?? me.avtar} name={form.values.name} size={88} color="pine" variant="filled" alt="" />
        <Stack gap={6} align="flex-start" miw={0}>
          <Group gap="xs">
            <span>
              <input
                id={id}
                className={classes.input}
                type="file"
                accept="image/png"
                aria-invalid={Boolean(error)}
                aria-describedby={`${id}-note${error ? ` ${id}-error` : ''}`}
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? []
                  if (file) onChange(file)
                  // So that choosing the same file again counts as a choice.
                  currentTarget.value = ''
                }}
              />
              <Button component="span" variant="default" size="xs" className={classes.button ?? ''} aria-hidden>
                Choose a picture
              </Button>
            </span>
            {chosen && (
              <Button variant="subtle" size="xs" onClick={() => onChange(undefined)}>
                Discard
              </Button>
            )}
          </Group>
          {chosen && (
            <Text size="sm" truncate maw="100%">
              {chosen.name}
            </Text>
          )}
          <Text size="sm" c="dimmed" id={`${id}-note`}>
            PNG, 100x100 to 150x150 pixels
          </Text>
          {uploaded !== undefined && <UploadProgress uploaded={uploaded} />}
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}

function UploadProgress({ uploaded }: { uploaded: number }) {
  const percent = Math.round(uploaded * 100)
  return (
    <Group gap="xs" w="100%">
      <Progress value={percent} flex={1} miw={120} aria-label="Upload" />
      <Text size="sm">{percent}%</Text>
    </Group>
  )
}

/** An address under which the browser shows a file that has not been sent yet. */
function usePreview(file: File | undefined) {
  const [read, setRead] = useState<{ file: File; address: string }>()
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => typeof reader.result === 'string' && setRead({ file, address: reader.result })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return read && read.file === file ? read.address : undefined
}
