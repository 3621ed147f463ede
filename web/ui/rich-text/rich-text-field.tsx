import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useFieldWaits } from '#web/ui/fields/field-registry.tsx'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'
import { richTextWords } from './plain-text.ts'
import classes from './rich-text-field.module.css'

// The editor is a chunk of its own, loaded with the first rich text that is opened.
const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then(({ RichTextEditor }) => ({ default: RichTextEditor })),
)

type RichTextFieldProps<Values> = FieldProps<Values, string> & {
  /** Whether videos of YouTube and Vimeo may be embedded. */
  videos?: boolean
  /**
   * Keeps a picture and resolves to its address; rejects with an Error whose message is shown. Without it there is no
   * way to add pictures.
   */
  uploadImage?: (file: File) => Promise<string>
}

/** Rich text as HTML, bound to a field of the form; empty text is ''. While a picture is on its way the form must wait. */
export function RichTextField<Values>({ videos = false, uploadImage, ...props }: RichTextFieldProps<Values>) {
  const { name, value, error, label, description, required, disabled, onChange, onBlur } = useField(
    props,
    richTextWords,
  )
  const [uploading, setUploading] = useState(false)
  useFieldWaits(name, uploading)
  const id = useId()
  const html = typeof value === 'string' ? value : ''

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => document.getElementById(id)?.focus() }}
      description={description}
      withAsterisk={required}
      error={error}
      errorProps={{ id: `${id}-error`, mt: 8 }}
    >
      <Suspense fallback={<Skeleton className={classes.waiting ?? ''} />}>
        <RichTextEditor
          id={id}
          label={label}
          error={Boolean(error)}
          required={required}
          disabled={disabled}
          value={html}
          onChange={onChange}
          onBlur={onBlur}
          videos={videos}
          uploadImage={uploadImage}
          onUploading={setUploading}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
