import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { formatPercent } from '#web/ui/format.ts'
import type { PlacedPicture } from './paste/insert-paste.ts'
import type { DescribedPicture, Picture } from './paste/pasted-pictures.ts'

/** Told how far an upload is, from 0 to 1. */
export type Progress = (fraction: number) => void

type Change =
  | { add: { file: Picture; position: number; cancel: () => void } }
  | { remove: readonly Picture[] }
  | { keep: Picture }

const uploads = new PluginKey<DecorationSet>('uploads')

/**
 * Shows a placeholder for each image that is being uploaded, and knows the places of those that could not be. They are
 * decorations, not part of the document.
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
          if ('remove' in change) return places.remove(change.remove.flatMap((file) => placesOf(places, file)))
          if ('keep' in change) {
            const shown = placesOf(places, change.keep)
            const hidden = shown.map(({ from }) => Decoration.widget(from, nothing, { file: change.keep }))
            return places.remove(shown).add(transaction.doc, hidden)
          }
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

type Upload = {
  upload: (file: Picture, onProgress: Progress) => Promise<string>
  /** Called when the user wants that no more. */
  cancel: () => void
  /** Whether the place is kept after an error. */
  keepsPlace: (error: unknown) => boolean
  /** What ends before the image is inserted, so that those at the same place keep their order. */
  after: Promise<unknown> | undefined
}

/**
 * Uploads an image and inserts it at its position, mapped through edits made meanwhile. Rejects when `upload` does.
 */
export async function addImage(view: EditorView, placed: PlacedPicture, { upload, cancel, keepsPlace, after }: Upload) {
  const { picture: file, position } = placed
  view.dispatch(view.state.tr.setMeta(uploads, { add: { file, position, cancel } } satisfies Change))
  try {
    const src = await upload(file, (fraction) => {
      const percentage = percentages.get(file)
      if (percentage) percentage.textContent = ` ${formatPercent(fraction)}`
    })
    await after
    if (!view.isDestroyed) insert(view, placed, src)
  } catch (error) {
    if (view.isDestroyed) throw error
    if (keepsPlace(error)) view.dispatch(view.state.tr.setMeta(uploads, { keep: file } satisfies Change))
    else forgetPlaces(view, [file])
    throw error
  }
}

/** Where a picture that could not be uploaded was to go; undefined where that place is gone. */
export const placeOf = (view: EditorView, picture: Picture | undefined): number | undefined =>
  picture && placesOf(placesIn(view.state), picture)[0]?.from

/** Forgets the places of pictures that will not be uploaded. */
export function forgetPlaces(view: EditorView, pictures: readonly Picture[]) {
  if (!view.isDestroyed && pictures.length) {
    view.dispatch(view.state.tr.setMeta(uploads, { remove: pictures } satisfies Change))
  }
}

function insert(view: EditorView, { picture, alt }: DescribedPicture, src: string) {
  const [place] = placesOf(placesIn(view.state), picture)
  const done = view.state.tr.setMeta(uploads, { remove: [picture] } satisfies Change)
  const image = place && view.state.schema.nodes.image?.create({ src, alt })
  view.dispatch(image ? done.replaceRangeWith(place.from, place.from, image) : done)
}

const placesIn = (state: EditorState) => uploads.getState(state) ?? DecorationSet.empty

const placesOf = (places: DecorationSet, file: Picture) =>
  places.find(undefined, undefined, (spec) => spec.file === file)

/** Where each placeholder shows how far it is. */
const percentages = new WeakMap<Picture, HTMLElement>()

function nothing() {
  const element = document.createElement('span')
  element.hidden = true
  return element
}

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
