import type { Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { insertVideo, videoAt } from '#web/ui/rich-text/video-node.ts'
import { type CleanPaste, cleanPaste } from './clean-paste.ts'
import { inserting, insertingBlocks, type PlacedPicture, takeMarks } from './insert-paste.ts'
import { type LeftOut, withoutPictures } from './left-out.ts'
import { intoTable } from './table-into-table.ts'

type Rules = {
  videos: boolean
  /** Whether the URL belongs to our own server. */
  isOwnImage: (src: string) => boolean
  /** Whether images can be added. */
  takesImages: () => boolean
  /** Called with pasted or dropped images and where they go; with none, if only other files were dropped. */
  onImages: (view: EditorView, pictures: PlacedPicture[]) => void
  /** Called when something is pasted or dropped, before anything else. */
  onPaste: () => void
  /** Called with what could not be kept of a pasted text. */
  onLeftOut: (leftOut: Partial<LeftOut>) => void
}

/**
 * Editor props for paste and drop: image files, and pictures within a text, go to `onImages`, a table goes into a
 * table, and the pasted URL of a video becomes a player.
 */
export function pasteAndDropProps(rules: Rules): EditorProps {
  let rtf = ''
  let cleaned: CleanPaste | undefined
  const begin = (data: DataTransfer | null) => {
    cleaned = undefined
    rtf = data?.getData('text/rtf') ?? ''
  }

  /** Inserts a text with pictures or blocks, or a table into a table. Returns false to let ProseMirror insert. */
  function insertText(view: EditorView, slice: Slice, at?: number) {
    const { pictures = [], leftOut = {}, blocks } = cleaned ?? {}
    cleaned = undefined
    const { state } = view
    const table = at === undefined ? intoTable(state, slice) : undefined
    const asBlocks = blocks && at === undefined ? insertingBlocks(state, slice, blocks === 'whole') : undefined
    const takesPictures = rules.takesImages()
    const said = { ...leftOut, below: table?.below }
    rules.onLeftOut(takesPictures ? said : withoutPictures(said, pictures.length))
    const own = table?.transaction ?? asBlocks
    if (!own && !pictures.length) return false
    const transaction = own ?? inserting(state, slice, at)
    const placed = takeMarks(transaction, pictures)
    view.dispatch(transaction.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
    if (takesPictures && placed.length) rules.onImages(view, placed)
    return true
  }

  return {
    handleDOMEvents: {
      paste(_view, { clipboardData }) {
        rules.onPaste()
        begin(clipboardData)
      },
      drop(_view, { dataTransfer }) {
        begin(dataTransfer)
      },
    },
    transformPastedHTML(html) {
      cleaned = cleanPaste(html, { isOwn: rules.isOwnImage, videos: rules.videos, rtf })
      return cleaned.html
    },
    handlePaste(view, { clipboardData }, slice) {
      if (!clipboardData) return false
      const images = imagesIn(clipboardData)
      const html = contentOf(clipboardData.getData('text/html'))
      const inHtml = [...html.querySelectorAll('img')]
      // A copied image comes with HTML that has no text; HTML with text is pasted as text, even with images in the
      // clipboard.
      if (images.length && inHtml.length <= images.length && !html.textContent?.trim()) {
        const position = view.state.selection.from
        rules.onImages(
          view,
          images.map((picture, place) => ({ picture, alt: inHtml[place]?.alt.trim() ?? '', position })),
        )
        return true
      }
      if (insertText(view, slice)) return true
      return rules.videos && embed(view, clipboardData.getData('text/plain').trim())
    },
    handleDrop(view, event, slice, moved) {
      const { dataTransfer, clientX: left, clientY: top } = event as DragEvent
      if (moved || !dataTransfer) return false
      rules.onPaste()
      const position = view.posAtCoords({ left, top })?.pos ?? view.state.selection.from
      if (!dataTransfer.files.length) return insertText(view, slice, position)
      rules.onImages(
        view,
        imagesIn(dataTransfer).map((picture) => ({ picture, alt: '', position })),
      )
      // Handled for every file: otherwise the browser navigates to the dropped file.
      return true
    },
  }
}

const imagesIn = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith('image/'))

function contentOf(html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

function embed({ state, dispatch }: EditorView, address: string) {
  const video = /^https?:\/\/\S+$/i.test(address) ? videoAt(address) : null
  const { $from, empty } = state.selection
  const emptyLine = empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  if (!video || !emptyLine) return false
  dispatch(insertVideo(state.tr, video.src))
  return true
}
