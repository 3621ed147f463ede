import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { Crop } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { UploadProgress } from '#web/ui/feedback/upload-progress.tsx'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'
import { formatBytes } from '#web/ui/format.ts'
import { type FittedImage, fitImage, type ImageFit } from './fit-image.ts'
import { FittedPicture } from './fitted-picture.tsx'
import classes from './image-field.module.css'
import { useFilePreview } from './use-file-preview.ts'

type ImageFieldProps<Values> = FieldProps<Values, File> & {
  /** The URL of the saved image. */
  current: string | null | undefined
  /** Renders the image at a URL: the chosen file, or the saved image. */
  preview: (address: string | null | undefined) => ReactNode
  /** The required type and size, as text. */
  note: string
  /** The `accept` attribute of the file input. */
  accept: string
  /** What 'Fit it for me' converts a rejected image to. */
  fit: ImageFit
  /** The progress of the upload from 0 to 1; undefined while nothing is uploaded. */
  uploaded: number | undefined
  /** Whether the saved image can be taken away: the value is then an empty text. */
  removable?: boolean
}

/** An image upload: previews the chosen file, shows why it is rejected and offers to fit it. */
export function ImageField<Values>({
  current,
  preview,
  note,
  accept,
  fit,
  uploaded,
  removable = false,
  ...props
}: ImageFieldProps<Values>) {
  const { value, error, label, required, onChange } = useField(props, formatFile, 'picture')
  const chosen = value instanceof File ? value : undefined
  const isTakenAway = removable && value === ''
  const fitting = useImageFitting(fit, onChange)
  const address = useFilePreview(error ? undefined : chosen)
  const id = useId()
  const choose = (file: File | undefined) => {
    fitting.reset()
    onChange(file)
  }

  return (
    <Input.Wrapper
      label={label}
      withAsterisk={required}
      id={id}
      labelElement="label"
      error={
        fitting.problem ? (
          <>
            <span>{error}</span> <span role="alert">{fitting.problem}</span>
          </>
        ) : (
          error
        )
      }
      errorProps={{ id: `${id}-error`, mt: 8 }}
    >
      <Group gap="lg" mt={4}>
        {preview(address ?? (isTakenAway ? null : current))}
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
                  // Otherwise choosing the same file again fires no change event.
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
            {removable && current && !chosen && (
              <Button variant="subtle" size="xs" onClick={() => onChange(isTakenAway ? undefined : '')}>
                {isTakenAway ? 'Keep' : 'Remove'}
              </Button>
            )}
          </Group>
          {chosen && (
            <Text size="sm" truncate maw="100%">
              {chosen.name}
            </Text>
          )}
          <div id={`${id}-note`}>
            <Text size="sm" c="dimmed">
              {note}
            </Text>
            <Text size="sm" c="dimmed">
              At most {formatBytes(fit.maxBytes)}
            </Text>
          </div>
          {chosen && error && mayBeFitted(chosen) && (
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

const formatFile = (value: unknown) => (value instanceof File ? value.name : 'The saved picture')

/** Whether this may be a picture that browsers can read. */
const mayBeFitted = ({ type }: File) => !type || (type.startsWith('image/') && !/heic|heif|tiff/.test(type))

/** Fits a rejected image and passes the result to `onFitted`; `problem` is the message when that failed. */
function useImageFitting(fit: ImageFit, onFitted: (file: File) => void) {
  const [fitted, setFitted] = useState<FittedImage>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The user may choose another file while the first is being fitted.
  const latest = useRef<File>(undefined)

  return {
    fitted,
    problem,
    busy,
    start(file: File) {
      latest.current = file
      setBusy(true)
      setProblem(undefined)
      fitImage(file, fit)
        .then((fitted) => {
          if (latest.current !== file) return
          setFitted(fitted)
          onFitted(fitted.after)
        })
        .catch((error: Error) => latest.current === file && setProblem(error.message))
        .finally(() => setBusy(false))
    },
    reset() {
      latest.current = undefined
      setFitted(undefined)
      setProblem(undefined)
    },
  }
}
