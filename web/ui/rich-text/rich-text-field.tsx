import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useFieldPending } from '#web/ui/fields/field-registry.tsx'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'
import { richTextToPlainText } from './plain-text.ts'
import classes from './rich-text-field.module.css'
import type { ImageUpload } from './use-image-uploads.ts'

// A separate chunk, loaded when the first rich text field is shown.
const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then(({ RichTextEditor }) => ({ default: RichTextEditor })),
)

type RichTextFieldProps<Values> = FieldProps<Values, string> & {
  /** Allows to embed videos of YouTube and Vimeo. */
  videos?: boolean
  /** Without it no images can be added. */
  uploadImage?: ImageUpload
}

/**
 * A rich text editor bound to a field of the form. The value is HTML, '' when empty. The field is pending during
 * uploads.
 */
export function RichTextField<Values>({ videos = false, uploadImage, ...props }: RichTextFieldProps<Values>) {
  const { name, value, error, label, description, required, disabled, onChange, onBlur } = useField(
    props,
    richTextToPlainText,
    'rich_text',
  )
  const [uploading, setUploading] = useState(false)
  useFieldPending(name, uploading)
  const id = useId()
  const html = typeof value === 'string' ? value : ''
  const focusEditor = () => document.getElementById(id)?.focus()

  return (
    <Input.Wrapper
      className={classes.field ?? ''}
      // Takes the focus until there is an editor that can.
      data-rich-text
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => target === currentTarget && focusEditor()}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: focusEditor }}
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
