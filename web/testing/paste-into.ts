import { Editor } from '@tiptap/core'
import type { Selection } from '@tiptap/pm/state'
import { expect } from 'vitest'
import { cleanHtml } from '#server/rich-text/clean-html.ts'
import { richTextSchema, toStoredHtml } from '#web/ui/rich-text/editor-schema.ts'
import type { PlacedPicture } from '#web/ui/rich-text/paste/insert-paste.ts'
import { type LeftOut, sentencesOf } from '#web/ui/rich-text/paste/left-out.ts'
import { pasteAndDropProps } from '#web/ui/rich-text/paste/paste-and-drop.ts'
import type { Picture } from '#web/ui/rich-text/paste/pasted-pictures.ts'

type Pasting = {
  /** What the editor has before. */
  start?: string
  /** Selects where it is pasted; the end without it. */
  at?: (editor: Editor) => Selection
  rtf?: string
  files?: File[]
  takesImages?: boolean
  videos?: boolean
}

/**
 * Pastes HTML into an editor. Returns what is stored, with an image at the place of each picture that is uploaded, and
 * what is said. The server keeps what is stored as it is.
 */
export function pasteInto(html: string, { start = '', at, rtf = '', files = [], ...rules }: Pasting = {}) {
  const pictures: Picture[] = []
  let leftOut: Partial<LeftOut> = {}
  const editor = new Editor({
    extensions: richTextSchema({ videos: rules.videos ?? false }),
    content: start,
    editorProps: pasteAndDropProps({
      videos: rules.videos ?? false,
      isOwnImage: (src) => src.startsWith('/files/'),
      takesImages: () => rules.takesImages ?? true,
      onPaste: () => {},
      onLeftOut: (said) => (leftOut = said),
      onImages(view, placed) {
        pictures.push(...placed.map(({ picture }) => picture))
        insertImages(view, placed)
      },
    }),
  })
  const { state, view } = editor
  if (at) view.dispatch(state.tr.setSelection(at(editor)))
  else editor.commands.setTextSelection(state.doc.content.size - 1)
  const data: Record<string, string> = { 'text/html': html, 'text/rtf': rtf }
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: (type: string) => data[type] ?? '', files, types: [], items: [] },
  })
  view.dom.dispatchEvent(event)
  editor.state.doc.check()
  const stored = toStoredHtml(editor.getHTML())
  editor.destroy()
  expect(cleanHtml(stored, { publicUrl: '', videos: rules.videos ?? false })).toBe(stored)
  return { stored, said: sentencesOf(leftOut), pictures }
}

/** Puts an image where each would go once it is uploaded, the last first, so that the places stay. */
function insertImages(view: import('@tiptap/pm/view').EditorView, placed: readonly PlacedPicture[]) {
  for (const [place, { alt, position }] of [...placed.entries()].toReversed()) {
    const image = view.state.schema.nodes.image?.create({ src: `/files/${place + 1}.png`, alt })
    if (image) view.dispatch(view.state.tr.replaceRangeWith(position, position, image))
  }
}
