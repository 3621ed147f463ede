import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
import { Captions, Clapperboard, ImagePlus, Link, Maximize2, Minimize2, Minus, SquareCode, Table2 } from 'lucide-react'
import { use, useRef } from 'react'
import { WholeWindow } from '#web/ui/dialog/whole-window.ts'
import { isLinkAddress } from './editor-schema.ts'
import { linkAddress, setLink } from './link.ts'
import { PromptControl } from './prompt-control.tsx'
import classes from './rich-text-field.module.css'
import { useRovingTabindex } from './use-roving-tabindex.ts'
import { insertVideo, videoAt } from './video-node.ts'

export type PromptName = 'link' | 'video' | 'description' | null

type ToolbarProps = {
  editor: Editor
  label: string
  videos: boolean
  /** The prompt that is open. */
  openPrompt: PromptName
  onPromptChange: (openPrompt: PromptName) => void
  /** Called with chosen images; without it none can be added. */
  onImages: ((files: File[]) => void) | undefined
}

/** The toolbar of the editor: one Tab stop; arrow keys move within it, Esc returns to the text. */
export function RichTextToolbar({ editor, label, videos, openPrompt, onPromptChange, onImages }: ToolbarProps) {
  const whole = use(WholeWindow)
  const keys = useRovingTabindex(() => editor.commands.focus())
  const { href, inTable, image } = useEditorState({
    editor,
    selector: ({ editor }) => ({
      href: editor.isActive('link') ? String(editor.getAttributes('link').href ?? '') : null,
      inTable: editor.isActive('table'),
      image: editor.isActive('image') ? String(editor.getAttributes('image').alt ?? '') : null,
    }),
  })
  const promptProps = (name: Exclude<PromptName, null>) => ({
    opened: openPrompt === name,
    onOpen: () => onPromptChange(name),
    onClose: () => {
      onPromptChange(null)
      editor.commands.focus()
    },
  })

  return (
    <RichTextEditor.Toolbar {...keys} role="toolbar" aria-label={`Formatting of ${label}`} className={classes.toolbar}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Highlight />
        <RichTextEditor.Code />
        <RichTextEditor.Subscript />
        <RichTextEditor.Superscript />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock icon={() => <SquareCode size={16} aria-hidden />} />
        <RichTextEditor.Hr icon={() => <Minus size={16} aria-hidden />} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.AlignLeft />
        <RichTextEditor.AlignCenter />
        <RichTextEditor.AlignRight />
        <RichTextEditor.AlignJustify />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <PromptControl
          {...promptProps('link')}
          label="Link"
          icon={<Link size={16} aria-hidden />}
          active={href !== null}
          promptLabel="Link to"
          placeholder="https://, an email address or a telephone number"
          start={href ?? ''}
          problem={(typed) =>
            isLinkAddress(linkAddress(typed))
              ? null
              : 'Please enter a web address, an email address or a telephone number.'
          }
          accept={href === null ? 'Add link' : 'Change link'}
          onAnswer={(typed) => setLink(editor, typed)}
        />
        <RichTextEditor.Unlink disabled={href === null} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control
          aria-label="Insert table"
          title="Insert table"
          disabled={inTable}
          onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}
        >
          <Table2 size={16} aria-hidden />
        </RichTextEditor.Control>
        {onImages && <ImageButton onImages={onImages} />}
        {videos && (
          <PromptControl
            {...promptProps('video')}
            label="Embed video"
            icon={<Clapperboard size={16} aria-hidden />}
            promptLabel="Address of the video on YouTube or Vimeo"
            placeholder="https://www.youtube.com/watch?v=…"
            start=""
            problem={(typed) =>
              videoAt(typed) ? null : 'Only addresses of videos on YouTube and Vimeo can be embedded.'
            }
            accept="Embed"
            onAnswer={(typed) => {
              const video = videoAt(typed)
              if (video)
                editor
                  .chain()
                  .focus()
                  .command(({ tr }) => insertVideo(tr, video.src).docChanged)
                  .run()
            }}
          />
        )}
        {image !== null && (
          <PromptControl
            {...promptProps('description')}
            label="Image description"
            icon={<Captions size={16} aria-hidden />}
            promptLabel="What the picture shows, for people who cannot see it"
            start={image}
            accept="Save description"
            onAnswer={(alt) => editor.chain().focus().updateAttributes('image', { alt }).run()}
          />
        )}
      </RichTextEditor.ControlsGroup>
      {whole && (
        <RichTextEditor.ControlsGroup visibleFrom="sm" ml="auto">
          <RichTextEditor.Control
            aria-label="Whole window"
            title="Whole window"
            aria-pressed={whole.isWhole}
            active={whole.isWhole}
            onClick={whole.toggle}
          >
            {whole.isWhole ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
          </RichTextEditor.Control>
        </RichTextEditor.ControlsGroup>
      )}
      {inTable && (
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.TableRowBefore />
          <RichTextEditor.TableRowAfter />
          <RichTextEditor.TableRowDelete />
          <RichTextEditor.TableColumnBefore />
          <RichTextEditor.TableColumnAfter />
          <RichTextEditor.TableColumnDelete />
          <RichTextEditor.TableToggleHeaderRow />
          <RichTextEditor.TableMergeCells />
          <RichTextEditor.TableSplitCell />
          <RichTextEditor.TableDelete />
        </RichTextEditor.ControlsGroup>
      )}
    </RichTextEditor.Toolbar>
  )
}

/** The toolbar button that opens the file dialog and passes the chosen images on. */
function ImageButton({ onImages }: { onImages: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <RichTextEditor.Control aria-label="Insert image" title="Insert image" onClick={() => input.current?.click()}>
        <ImagePlus size={16} aria-hidden />
      </RichTextEditor.Control>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg"
        multiple
        aria-label="Image file"
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onImages([...currentTarget.files])
          // Otherwise choosing the same file again fires no change event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
