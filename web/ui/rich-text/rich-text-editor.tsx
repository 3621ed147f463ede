import '@mantine/tiptap/styles.layer.css'
import { Text } from '@mantine/core'
import { RichTextEditor as Frame } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { richTextSchema, storedForm } from './editor-schema.ts'
import { type Asked, RichTextToolbar } from './editor-toolbar.tsx'
import { pasteRules } from './paste-and-drop.ts'
import classes from './rich-text-field.module.css'
import { Uploads } from './upload-placeholders.ts'
import { useImageUploads } from './use-image-uploads.ts'

export type RichTextEditorProps = {
  id: string
  label: string
  error: boolean
  required: boolean
  disabled: boolean
  value: string
  onChange: (html: string) => void
  onBlur: (() => void) | undefined
  videos: boolean
  uploadImage: ((file: File) => Promise<string>) | undefined
  /** Told when pictures are on their way, and when none is any more. */
  onUploading: (uploading: boolean) => void
}

/** The editor itself, with its toolbar. Loaded by RichTextField, which gives it label, error and value. */
export function RichTextEditor({ id, label, error, required, disabled, videos, ...props }: RichTextEditorProps) {
  const { value, onChange, onBlur, uploadImage, onUploading } = props
  const [asked, setAsked] = useState<Asked>(null)
  const whole = useRef<HTMLDivElement>(null)
  const uploads = useImageUploads(uploadImage, onUploading)
  const [extensions] = useState(() => [...richTextSchema({ videos }), Uploads])
  const [rules] = useState(() => pasteRules({ ...uploads, videos }))
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    onUpdate: ({ editor }) => stored.take(editor),
    onBlur: () => onBlur?.(),
    editorProps: {
      ...rules,
      handleKeyDown: (_view, event) => {
        const pressed = event.key.toLowerCase()
        if (event.altKey && pressed === 'f10') {
          whole.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus()
        } else if ((event.ctrlKey || event.metaKey) && pressed === 'k') setAsked('link')
        else return false
        event.preventDefault()
        return true
      },
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-hint${error ? ` ${id}-error` : ''}`,
        'aria-invalid': String(error),
        'aria-required': String(required),
      },
    },
  })
  const stored = useStoredForm(editor, value, onChange)
  const { remember } = uploads
  useEffect(() => remember(value), [remember, value])
  useEffect(() => {
    editor.setEditable(!disabled, false)
  }, [editor, disabled])

  return (
    <div ref={whole}>
      <Frame editor={sameEditor(editor)} className={classes.frame ?? ''} data-error={error || undefined}>
        {!disabled && (
          <RichTextToolbar
            editor={editor}
            label={label}
            videos={videos}
            asked={asked}
            onAsk={setAsked}
            onImages={uploadImage && ((files) => uploads.onImages(editor.view, files, editor.state.selection.from))}
          />
        )}
        <Frame.Content className={classes.content ?? ''} />
      </Frame>
      <Text id={`${id}-hint`} size="xs" c="dimmed" mt={4} className={classes.hint ?? ''}>
        Alt+F10 goes to the toolbar, Esc comes back.
      </Text>
      {uploads.problem && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={4}>
          {uploads.problem}
        </Text>
      )}
    </div>
  )
}

type FrameEditor = Parameters<typeof Frame>[0]['editor']
// Mantine's types reach the same class through the package's other entry, and TypeScript takes it for another one.
const sameEditor = (editor: Editor) => editor as unknown as FrameEditor

/** Keeps editor and value together: what the editor merely writes in another way than it was stored is no change. */
function useStoredForm(editor: Editor, value: string, onChange: (html: string) => void) {
  const shown = useRef(value)
  const loaded = useRef<{ value: string; html: string }>(null)
  const load = useEffectEvent(() => {
    // React may have thrown this one away before it was shown; the next one comes with the next effect.
    if (editor.isDestroyed) return
    if (loaded.current && value !== shown.current) editor.commands.setContent(value, { emitUpdate: false })
    else if (loaded.current) return
    shown.current = value
    loaded.current = { value, html: storedForm(editor.getHTML()) }
  })
  useEffect(() => load(), [editor, value])

  return {
    take(editor: Editor) {
      const html = storedForm(editor.getHTML())
      shown.current = html === loaded.current?.html ? loaded.current.value : html
      onChange(shown.current)
    },
  }
}
