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
  | { remove: readonly Picture[]; behind?: { files: readonly Picture[]; position: number } }
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
          if ('remove' in change) {
            const { files = [], position = 0 } = change.behind ?? {}
            // An image replaces an empty paragraph, which would take the other places with it.
            const others = files.flatMap((file) => placesOf(before, file))
            const moved = others.map(({ spec }) => Decoration.widget(position, spec.draw, spec))
            const left = places.remove([...change.remove, ...files].flatMap((file) => placesOf(places, file)))
            return left.add(transaction.doc, moved)
          }
          if ('keep' in change) {
            const shown = placesOf(places, change.keep)
            const spec = { file: change.keep, draw: nothing }
            const hidden = shown.map(({ from }) => Decoration.widget(from, nothing, spec))
            return places.remove(shown).add(transaction.doc, hidden)
          }
          const { file, position, cancel } = change.add
          const draw = (view: EditorView) => placeholder(view, file, cancel)
          return places.add(transaction.doc, [Decoration.widget(position, draw, { file, draw, stopEvent: () => true })])
        },
      },
      props: { decorations: (state) => uploads.getState(state) },
    }),
  ],
})

type Upload = {
  upload: (file: Picture, onProgress: Progress) => Promise<string>
  /** Called when the user no longer wants the upload. */
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

/** Inserts an image at its place. Those that are to follow it at the same place go behind it. */
function insert(view: EditorView, { picture, alt }: DescribedPicture, src: string) {
  const places = placesIn(view.state)
  const [place] = placesOf(places, picture)
  const image = place && view.state.schema.nodes.image?.create({ src, alt })
  if (!image) return forgetPlaces(view, [picture])
  const transaction = view.state.tr.replaceRangeWith(place.from, place.from, image)
  let position = 0
  transaction.mapping.maps.at(-1)?.forEach((_from, _to, _start, end) => {
    position = end
  })
  const files = places
    .find(place.from, place.from)
    .map(({ spec }) => spec.file as Picture)
    .filter((file) => file !== picture)
  view.dispatch(transaction.setMeta(uploads, { remove: [picture], behind: { files, position } } satisfies Change))
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
  // Screen readers announce that it is being uploaded, not each step.
  const percentage = document.createElement('span')
  percentage.setAttribute('aria-hidden', 'true')
  percentages.set(file, percentage)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Cancel'
  button.setAttribute('aria-label', `Cancel the upload of ${file.name}`)
  button.addEventListener('click', () => {
    cancel()
    // The button goes away, and the focus would go with it.
    view.focus()
  })
  element.append(state, percentage, ' ', button)
  return element
}
