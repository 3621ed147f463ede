import '@mantine/tiptap/styles.layer.css'
import { Text } from '@mantine/core'
import { RichTextEditor as Frame } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pressedKey } from '#web/ui/keys/pressed-key.ts'
import { richTextSchema, toStoredHtml } from './editor-schema.ts'
import { type PromptName, RichTextToolbar } from './editor-toolbar.tsx'
import { type LeftOut, sentencesOf } from './paste/left-out.ts'
import { pasteAndDropProps } from './paste/paste-and-drop.ts'
import { PasteNotes } from './paste-notes.tsx'
import richText from './rich-text.module.css'
import classes from './rich-text-field.module.css'
import { Uploads } from './upload-placeholders.ts'
import { type ImageUpload, useImageUploads } from './use-image-uploads.ts'

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
  uploadImage: ImageUpload | undefined
  /** Called with true when uploads start, and with false when all have ended. */
  onUploading: (uploading: boolean) => void
}

/** The editor with its toolbar, loaded by RichTextField. */
export function RichTextEditor({ id, label, error, required, disabled, videos, ...props }: RichTextEditorProps) {
  const { value, onChange, onBlur, uploadImage, onUploading } = props
  const [openPrompt, setOpenPrompt] = useState<PromptName>(null)
  const whole = useRef<HTMLDivElement>(null)
  const uploads = useImageUploads(uploadImage, onUploading)
  const [extensions] = useState(() => [...richTextSchema({ videos }), Uploads])
  const [leftOut, setLeftOut] = useState<Partial<LeftOut>>({})
  const [rules] = useState(() =>
    pasteAndDropProps({
      ...uploads,
      videos,
      onPaste() {
        setLeftOut({})
        uploads.reset()
      },
      onLeftOut: setLeftOut,
    }),
  )
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    onCreate({ editor: { view } }) {
      if (document.activeElement === view.dom.closest('[data-rich-text]')) view.focus()
    },
    onUpdate: ({ editor }) => stored.take(editor),
    onBlur: () => onBlur?.(),
    editorProps: {
      ...rules,
      handleKeyDown: (_view, event) => {
        const pressed = pressedKey(event)
        if (event.altKey && pressed === 'F10') {
          whole.current?.querySelector<HTMLElement>('[role=toolbar] [tabindex="0"]')?.focus()
        } else if ((event.ctrlKey || event.metaKey) && pressed === 'k') setOpenPrompt('link')
        else return false
        event.preventDefault()
        return true
      },
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': [!disabled && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' '),
        'aria-invalid': String(error),
        'aria-required': String(required),
      },
    },
  })
  const stored = useEditorValue(editor, value, onChange)
  const { remember } = uploads
  useEffect(() => remember(value), [remember, value])
  useEffect(() => {
    editor.setEditable(!disabled, false)
  }, [editor, disabled])

  return (
    <div ref={whole} className={classes.whole}>
      <Frame
        editor={sameEditor(editor)}
        className={classes.frame ?? ''}
        data-error={error || undefined}
        data-disabled={disabled || undefined}
      >
        {!disabled && (
          <RichTextToolbar
            editor={editor}
            label={label}
            videos={videos}
            openPrompt={openPrompt}
            onPromptChange={setOpenPrompt}
            onImages={
              uploadImage &&
              ((files) => {
                const position = editor.state.selection.from
                uploads.onImages(
                  editor.view,
                  files.map((picture) => ({ picture, alt: '', position })),
                )
              })
            }
          />
        )}
        <Frame.Content className={`${classes.content} ${richText.richText}`} />
      </Frame>
      {!disabled && (
        <Text id={`${id}-hint`} size="xs" c="dimmed" mt={4} className={classes.hint ?? ''}>
          Alt+F10 goes to the toolbar, Esc comes back.
        </Text>
      )}
      {!disabled && <PasteNotes leftOut={sentencesOf(leftOut)} uploads={uploads} />}
    </div>
  )
}

type FrameEditor = Parameters<typeof Frame>[0]['editor']
// Mantine's types import the same class through another entry of the package, which TypeScript treats as a different
// one.
const sameEditor = (editor: Editor) => editor as unknown as FrameEditor

/** Syncs editor and value. HTML that the editor merely writes differently from how it was stored is not a change. */
function useEditorValue(editor: Editor, value: string, onChange: (html: string) => void) {
  const shown = useRef(value)
  const loaded = useRef<{ value: string; html: string }>(null)
  const load = useEffectEvent(() => {
    // In StrictMode the first editor is destroyed; the effect runs again with the second.
    if (editor.isDestroyed) return
    if (loaded.current && value !== shown.current) editor.commands.setContent(value, { emitUpdate: false })
    else if (loaded.current) return
    shown.current = value
    loaded.current = { value, html: toStoredHtml(editor.getHTML()) }
  })
  useEffect(() => load(), [editor, value])

  return {
    take(editor: Editor) {
      const html = toStoredHtml(editor.getHTML())
      shown.current = html === loaded.current?.html ? loaded.current.value : html
      onChange(shown.current)
    },
  }
}
