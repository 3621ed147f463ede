import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { videoAt } from './video-node.ts'

type Rules = {
  videos: boolean
  /** Whether a picture may be shown from this address. */
  isOwnImage: (src: string) => boolean
  /** Takes pictures that were pasted or dropped, to be put at this place. */
  onImages: (view: EditorView, files: File[], position: number) => void
}

/** What happens to what is pasted and dropped: pictures are handed over, foreign ones go, a video's address plays. */
export const pasteRules = (rules: Rules): EditorProps => ({
  transformPastedHTML: (html) => withoutForeignImages(html, rules.isOwnImage),
  handlePaste(view, { clipboardData }) {
    if (!clipboardData) return false
    const images = imagesIn(clipboardData)
    // Text that was copied with its pictures stays text; a single picture comes with HTML that is nothing but it.
    if (images.length && !hasWords(clipboardData.getData('text/html'))) {
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
    // Whatever file it was: left alone, the browser would open it instead of this page.
    return true
  },
})

/** The HTML without the pictures that are not `own`. Nothing of it runs or loads on the way. */
export function withoutForeignImages(html: string, own: (src: string) => boolean) {
  const template = document.createElement('template')
  template.innerHTML = html
  for (const image of template.content.querySelectorAll('img')) {
    if (!own(image.getAttribute('src') ?? '')) image.remove()
  }
  return template.innerHTML
}

const imagesIn = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith('image/'))

function hasWords(html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  return Boolean(template.content.textContent?.trim())
}

function embed({ state, dispatch }: EditorView, address: string) {
  const video = /^https?:\/\/\S+$/i.test(address) ? videoAt(address) : null
  const { $from, empty } = state.selection
  const emptyLine = empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  const node = video && emptyLine && state.schema.nodes.video?.create({ src: video.src })
  if (!node) return false
  dispatch(state.tr.replaceSelectionWith(node).scrollIntoView())
  return true
}
