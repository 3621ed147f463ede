import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { Crop } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { UploadProgress } from '#web/ui/feedback/upload-progress.tsx'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'
import type { ImageFit } from './fit-image.ts'
import { FittedPicture } from './fitted-picture.tsx'
import classes from './image-field.module.css'
import { useFilePreview } from './use-file-preview.ts'
import { useFitting } from './use-image-fitting.ts'

type ImageFieldProps<Values> = FieldProps<Values, File> & {
  /** Where the picture is that the record has now. */
  current: string | null | undefined
  /** Draws the picture at this address: the chosen one, or the current one. */
  preview: (address: string | null | undefined) => ReactNode
  /** The wanted type and size, in words. */
  note: string
  /** The types that the file dialog offers. */
  accept: string
  /** What 'Fit it for me' makes of a picture that is rejected. */
  fit: ImageFit
  /** How much of the picture has gone out, from 0 to 1, while it is being sent. */
  uploaded: number | undefined
}

/** A picture to be chosen: shows it before it is sent, says why it is rejected, and offers to make it fit. */
export function ImageField<Values>({
  current,
  preview,
  note,
  accept,
  fit,
  uploaded,
  ...props
}: ImageFieldProps<Values>) {
  const { value, error, label, required, onChange } = useField(props, fileWords)
  const chosen = value instanceof File ? value : undefined
  const fitting = useFitting(fit, onChange)
  const address = useFilePreview(error ? undefined : chosen)
  const id = useId()
  const choose = (file: File | undefined) => {
    fitting.forget()
    onChange(file)
  }

  return (
    <Input.Wrapper
      label={label}
      withAsterisk={required}
      id={id}
      labelElement="label"
      error={error}
      errorProps={{ id: `${id}-error`, mt: 8 }}
    >
      <Group gap="lg" mt={4}>
        {preview(address ?? current)}
        <Stack gap={6} align="flex-start" miw={0} flex="1 1 180px">
          <Group gap="xs">
            <span>
              <input
                id={id}
                className={classes.input}
                type="file"
                accept={accept}
                required={required}
                aria-invalid={Boolean(error)}
                aria-describedby={`${id}-note${error ? ` ${id}-error` : ''}`}
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? []
                  if (file) choose(file)
                  // So that choosing the same file again counts as a choice.
                  currentTarget.value = ''
                }}
              />
              <Button component="span" variant="default" size="xs" className={classes.button ?? ''} aria-hidden>
                Choose a picture
              </Button>
            </span>
            {chosen && (
              <Button variant="subtle" size="xs" onClick={() => choose(undefined)}>
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
            {note}
          </Text>
          {chosen && error && (
            <Button
              variant="light"
              size="xs"
              leftSection={<Crop size={14} aria-hidden />}
              loading={fitting.busy}
              onClick={() => fitting.start(chosen)}
            >
              Fit it for me
            </Button>
          )}
          {fitting.problem && (
            <Text size="sm" role="alert">
              {fitting.problem}
            </Text>
          )}
          {uploaded !== undefined && <UploadProgress uploaded={uploaded} />}
        </Stack>
      </Group>
      {fitting.fitted && fitting.fitted.after === chosen && (
        <div className={classes.fitted}>
          <FittedPicture fitted={fitting.fitted} fit={fit} />
        </div>
      )}
    </Input.Wrapper>
  )
}

const fileWords = (value: unknown) => (value instanceof File ? value.name : 'As it is stored')
