import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

type Change = { add: { file: File; position: number } } | { remove: File }

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
          const { file, position } = change.add
          return places.add(transaction.doc, [Decoration.widget(position, () => placeholder(file.name), { file })])
        },
      },
      props: { decorations: (state) => uploads.getState(state) },
    }),
  ],
})

/** Uploads an image and inserts it at `position`, mapped through edits made meanwhile. Rejects when `upload` does. */
export async function addImage(
  view: EditorView,
  file: File,
  position: number,
  upload: (file: File) => Promise<string>,
) {
  view.dispatch(view.state.tr.setMeta(uploads, { add: { file, position } }))
  let src: string | undefined
  try {
    src = await upload(file)
  } finally {
    if (!view.isDestroyed) finish(view, file, src)
  }
}

function finish(view: EditorView, file: File, src: string | undefined) {
  const [place] = placesOf(uploads.getState(view.state) ?? DecorationSet.empty, file)
  const done = view.state.tr.setMeta(uploads, { remove: file })
  const image = src && place && imageNode(view.state, src)
  view.dispatch(image ? done.replaceRangeWith(place.from, place.from, image) : done)
}

const imageNode = ({ schema }: EditorState, src: string) => schema.nodes.image?.create({ src })

const placesOf = (places: DecorationSet, file: File) => places.find(undefined, undefined, (spec) => spec.file === file)

function placeholder(fileName: string) {
  const element = document.createElement('span')
  element.setAttribute('role', 'status')
  element.dataset.uploading = ''
  element.textContent = `Uploading ${fileName}…`
  return element
}
