import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { formatPercent } from '#web/ui/format.ts'
import type { Picture } from './clean-paste.ts'

/** Told how far an upload is, from 0 to 1. */
export type Progress = (fraction: number) => void

type Change = { add: { file: Picture; position: number; cancel: () => void } } | { remove: Picture }

const uploads = new PluginKey<DecorationSet>('uploads')

/**
 * Shows a placeholder for each image that is being uploaded. Placeholders are decorations, not part of the document.
 */
export const Uploads = Extension.create({
  name: 'uploads',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: uploads,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const places = before.map(transaction.mapping, transaction.doc)
          const change = transaction.getMeta(uploads) as Change | undefined
          if (!change) return places
          if ('remove' in change) return places.remove(placesOf(places, change.remove))
          const { file, position, cancel } = change.add
          const shown = { file, stopEvent: () => true }
          return places.add(transaction.doc, [
            Decoration.widget(position, (view) => placeholder(view, file, cancel), shown),
          ])
        },
      },
      props: { decorations: (state) => uploads.getState(state) },
    }),
  ],
})

/**
 * Uploads an image and inserts it at `position`, mapped through edits made meanwhile. Rejects when `upload` does.
 * `cancel` is called when the user wants that no more.
 */
export async function addImage(
  view: EditorView,
  file: Picture,
  position: number,
  { upload, cancel }: { upload: (file: Picture, onProgress: Progress) => Promise<string>; cancel: () => void },
) {
  view.dispatch(view.state.tr.setMeta(uploads, { add: { file, position, cancel } }))
  let src: string | undefined
  try {
    src = await upload(file, (fraction) => {
      const percentage = percentages.get(file)
      if (percentage) percentage.textContent = ` ${formatPercent(fraction)}`
    })
  } finally {
    if (!view.isDestroyed) finish(view, file, src)
  }
}

function finish(view: EditorView, file: Picture, src: string | undefined) {
  const [place] = placesOf(uploads.getState(view.state) ?? DecorationSet.empty, file)
  const done = view.state.tr.setMeta(uploads, { remove: file })
  const image = src && place && imageNode(view.state, src)
  view.dispatch(image ? done.replaceRangeWith(place.from, place.from, image) : done)
}

const imageNode = ({ schema }: EditorState, src: string) => schema.nodes.image?.create({ src })

const placesOf = (places: DecorationSet, file: Picture) =>
  places.find(undefined, undefined, (spec) => spec.file === file)

/** Where each placeholder shows how far it is. */
const percentages = new WeakMap<Picture, HTMLElement>()

function placeholder(view: EditorView, file: Picture, cancel: () => void) {
  const element = document.createElement('span')
  element.dataset.uploading = ''
  const state = document.createElement('span')
  state.setAttribute('role', 'status')
  state.textContent = `Uploading ${file.name}…`
  // Readers hear that it is uploaded, not each of its steps.
  const percentage = document.createElement('span')
  percentage.setAttribute('aria-hidden', 'true')
  percentages.set(file, percentage)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Cancel'
  button.setAttribute('aria-label', `Cancel the upload of ${file.name}`)
  button.addEventListener('click', () => {
    cancel()
    // The button goes, and focus would go with it.
    view.focus()
  })
  element.append(state, percentage, ' ', button)
  return element
}
