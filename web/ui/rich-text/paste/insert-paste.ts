import { type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { type DescribedPicture, marksIn } from './pasted-pictures.ts'

/** A picture to upload, and where it goes. */
export type PlacedPicture = DescribedPicture & { position: number }

/** Replaces the selection with a pasted text, or inserts it where it is dropped (`at`), as ProseMirror does. */
export function inserting(state: EditorState, slice: Slice, at?: number): Transaction {
  if (at !== undefined) return state.tr.replaceRange(at, at, slice)
  const only = onlyNode(slice)
  return only ? state.tr.replaceSelectionWith(only, false) : state.tr.replaceSelection(slice)
}

/** The only node of a slice, which ProseMirror inserts whole. */
const onlyNode = ({ openStart, openEnd, content }: Slice): Node | null =>
  openStart === 0 && openEnd === 0 && content.childCount === 1 ? content.firstChild : null

/**
 * Inserts lists and headings into a block as separate blocks: ProseMirror would take the first and the last of them
 * apart, and a list would lose its number. `isWhole` says whether a single one is meant as a block, not as its text.
 * Undefined if nothing would be taken apart.
 */
export function insertingBlocks(state: EditorState, slice: Slice, isWhole: boolean): Transaction | undefined {
  const { $from, $to } = state.selection
  const isStart = $from.parentOffset === 0
  const isEnd = $to.parentOffset === $to.parent.content.size
  const isInText =
    ['paragraph', 'heading'].includes($from.parent.type.name) &&
    (isQuote(slice.content.firstChild) || !(isStart && isEnd))
  if (!isInText || isInList($from) || !(isWhole || isSeveral(slice))) return undefined
  const openStart = isBlock(slice.content.firstChild) ? 0 : slice.openStart
  const openEnd = isBlock(slice.content.lastChild) && !isEnd ? 0 : slice.openEnd
  if (openStart === slice.openStart && openEnd === slice.openEnd) return undefined
  const transaction = state.tr.replaceSelection(new Slice(slice.content, openStart, openEnd))
  return openEnd === slice.openEnd ? transaction : withoutBlankBefore(transaction)
}

const isInList = ($at: ResolvedPos) =>
  Array.from({ length: $at.depth }, (_, depth) => $at.node(depth).type.name).includes('listItem')

const isQuote = (node: Node | null) => node?.type.name === 'blockquote'

const isSeveral = ({ content: { childCount, firstChild } }: Slice) =>
  childCount > 1 || isQuote(firstChild) || (isList(firstChild) && firstChild?.childCount !== 1)

const isList = (node: Node | null) => node !== null && node.type.name.endsWith('List')

const isBlock = (node: Node | null) => isList(node) || isQuote(node) || node?.type.name === 'heading'

/** Removes the empty paragraph that a closed block leaves before the rest of the text. */
function withoutBlankBefore(transaction: Transaction) {
  const { $from } = transaction.selection
  const before = $from.depth ? transaction.doc.resolve($from.before()).nodeBefore : null
  if (before?.type.name !== 'paragraph' || before.content.size) return transaction
  return transaction.delete($from.before() - before.nodeSize, $from.before())
}

/** Removes the picture marks from the text of a transaction, and returns where each picture goes. */
export function takeMarks(transaction: Transaction, pictures: DescribedPicture[]): PlacedPicture[] {
  const placed: PlacedPicture[] = []
  if (!pictures.length) return placed
  const found: { from: number; to: number; picture: number }[] = []
  transaction.doc.descendants((node, position) => {
    for (const { index, length, picture } of marksIn(node.isText ? (node.text ?? '') : '')) {
      found.push({ from: position + index, to: position + index + length, picture })
    }
  })
  let removed = 0
  const used = new Set<number>()
  for (const { from, to, picture: place } of found) {
    const described = pictures[place]
    transaction.delete(from - removed, to - removed)
    if (described)
      placed.push({
        ...described,
        picture: used.has(place) ? copyOf(described) : described.picture,
        position: from - removed,
      })
    used.add(place)
    removed += to - from
  }
  return placed
}

/** A copy of the same picture: each of several selected cells gets the text, and each upload is separate. */
const copyOf = ({ picture }: DescribedPicture) =>
  picture instanceof File ? new File([picture], picture.name, { type: picture.type }) : { ...picture }
