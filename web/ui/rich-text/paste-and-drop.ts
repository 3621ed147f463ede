import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { insertVideo, videoAt } from './video-node.ts'

type Rules = {
  videos: boolean
  /** Whether the URL belongs to our own server. */
  isOwnImage: (src: string) => boolean
  /** Called with pasted or dropped images and the position for them. */
  onImages: (view: EditorView, files: File[], position: number) => void
}

/**
 * Editor props for paste and drop: image files go to `onImages`, images from other servers are removed, and the pasted
 * URL of a video becomes a player.
 */
export const pasteAndDropProps = (rules: Rules): EditorProps => ({
  transformPastedHTML: (html) => withoutForeignImages(html, rules.isOwnImage),
  handlePaste(view, { clipboardData }) {
    if (!clipboardData) return false
    const images = imagesIn(clipboardData)
    // A copied image comes with HTML that has no text; HTML with text is pasted as text, even with images in the
    // clipboard.
    if (images.length && !hasText(clipboardData.getData('text/html'))) {
      rules.onImages(view, images, view.state.selection.from)
      return true
    }
    return rules.videos && embed(view, clipboardData.getData('text/plain').trim())
  },
  handleDrop(view, event, _slice, moved) {
    const { dataTransfer } = event as DragEvent
    if (moved || !dataTransfer?.files.length) return false
    const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
    rules.onImages(view, imagesIn(dataTransfer), place?.pos ?? view.state.selection.from)
    // Handled for every file: otherwise the browser navigates to the dropped file.
    return true
  },
})

/** Removes the images from HTML whose URL is not `own`, without running or loading anything of it. */
export function withoutForeignImages(html: string, own: (src: string) => boolean) {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const image of template.content.querySelectorAll('img')) {
    if (!own(image.getAttribute('src') ?? '')) image.remove()
  }
  return template.innerHTML
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
