import { Textarea } from '@mantine/core'
import { asText, type FieldProps, useField } from './fields.tsx'

type TextareaFieldProps<Values> = FieldProps<Values, string> & {
  max: number
  /** It has the focus when its dialog opens. */
  isFirst?: boolean
}

/** A multi-line text input. Shows a counter from 80% of `max` characters on; longer text is an error, never cut off. */
export function TextareaField<Values>({ max, isFirst, ...props }: TextareaFieldProps<Values>) {
  const { value, description, ...field } = useField(props)
  const used = asText(value).trim().length
  const near = used >= max * 0.8
  return (
    <Textarea
      {...field}
      value={asText(value)}
      data-autofocus={isFirst || undefined}
      autosize
      minRows={3}
      maxRows={8}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={near ? <output>{`${used} of ${max} characters`}</output> : description}
    />
  )
}
