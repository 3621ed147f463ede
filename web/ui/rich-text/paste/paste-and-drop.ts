import type { Slice } from '@tiptap/pm/model'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { type CleanPaste, cleanPaste, marksIn, type Picture } from './clean-paste.ts'
import { insertVideo, videoAt } from './video-node.ts'

type Rules = {
  videos: boolean
  /** Whether the URL belongs to our own server. */
  isOwnImage: (src: string) => boolean
  /** Called with pasted or dropped images and the position for them. */
  onImages: (view: EditorView, pictures: Picture[], position: number) => void
  /** Called when something is pasted or dropped. */
  onPaste: () => void
  /** Called with how many pictures a pasted text had that could not be taken along. */
  onLeftOut: (count: number) => void
}

/**
 * Editor props for paste and drop: image files, and pictures within a text, go to `onImages`, and the pasted URL of a
 * video becomes a player.
 */
export function pasteAndDropProps(rules: Rules): EditorProps {
  let rtf = ''
  let cleaned: CleanPaste | undefined
  const takeCleaned = () => {
    const taken = cleaned
    cleaned = undefined
    return taken
  }

  /** Inserts a text, and uploads its pictures to their places. Returns whether it had any. */
  function insertWithPictures(view: EditorView, slice: Slice, at?: number) {
    const { pictures = [], left = 0 } = takeCleaned() ?? {}
    if (!pictures.length) {
      if (left) rules.onLeftOut(left)
      return false
    }
    const { tr } = view.state
    if (at === undefined) tr.replaceSelection(slice)
    else tr.replace(at, at, slice)
    const found: { from: number; to: number; picture: number }[] = []
    tr.doc.descendants((node, position) => {
      for (const { index, length, picture } of marksIn(node.isText ? (node.text ?? '') : '')) {
        found.push({ from: position + index, to: position + index + length, picture })
      }
    })
    let removed = 0
    for (const { from, to } of found) {
      tr.delete(from - removed, to - removed)
      removed += to - from
    }
    view.dispatch(tr.scrollIntoView().setMeta('paste', true))
    removed = 0
    for (const { from, to, picture } of found) {
      rules.onImages(view, pictures.slice(picture, picture + 1), from - removed)
      removed += to - from
    }
    if (left) rules.onLeftOut(left)
    return true
  }

  return {
    handleDOMEvents: {
      paste(_view, { clipboardData }) {
        cleaned = undefined
        rules.onPaste()
        rtf = clipboardData?.getData('text/rtf') ?? ''
      },
    },
    transformPastedHTML(html) {
      cleaned = cleanPaste(html, rules.isOwnImage, rtf)
      return cleaned.html
    },
    handlePaste(view, { clipboardData }, slice) {
      if (!clipboardData) return false
      const images = imagesIn(clipboardData)
      // A copied image comes with HTML that has no text; HTML with text is pasted as text, even with images in the
      // clipboard.
      if (images.length && !hasText(clipboardData.getData('text/html'))) {
        takeCleaned()
        rules.onImages(view, images, view.state.selection.from)
        return true
      }
      if (insertWithPictures(view, slice)) return true
      return rules.videos && embed(view, clipboardData.getData('text/plain').trim())
    },
    handleDrop(view, event, slice, moved) {
      const { dataTransfer, clientX: left, clientY: top } = event as DragEvent
      if (moved || !dataTransfer) return false
      rules.onPaste()
      const place = view.posAtCoords({ left, top })?.pos ?? view.state.selection.from
      if (!dataTransfer.files.length) return insertWithPictures(view, slice, place)
      takeCleaned()
      rules.onImages(view, imagesIn(dataTransfer), place)
      // Handled for every file: otherwise the browser navigates to the dropped file.
      return true
    },
  }
}

const imagesIn = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith('image/'))

function hasText(html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  return Boolean(template.content.textContent?.trim())
}

function embed({ state, dispatch }: EditorView, address: string) {
  const video = /^https?:\/\/\S+$/i.test(address) ? videoAt(address) : null
  const { $from, empty } = state.selection
  const emptyLine = empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  if (!video || !emptyLine) return false
  dispatch(insertVideo(state.tr, video.src))
  return true
}
