import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { CellSelection, __pastedCells as cellsIn, handlePaste, isInTable, TableMap } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import type { LeftOut } from './left-out.ts'

/** How a text with a table goes into a table, and, if it goes below that table, why. */
export type IntoTable = { transaction: Transaction; below?: LeftOut['below'] }

type Cells = NonNullable<ReturnType<typeof cellsIn>>

/**
 * Overwrites the cells at the selection with the pasted ones, as spreadsheets do; undefined if the selection is in no
 * table, or the text has none. Merged cells, cells that would overwrite merged ones, and tables among other text go
 * below the table: ProseMirror throws or loses them.
 */
export function intoTable(state: EditorState, pasted: Slice): IntoTable | undefined {
  if (!isInTable(state) || !hasTable(pasted)) return undefined
  const slice = withoutBlanks(pasted)
  const cells = cellsIn(slice)
  if (!cells) return { transaction: inserted(state, slice.content), below: 'with text' }
  const isMerged = cells.rows.some((row) => row.content.some(({ attrs }) => attrs.colspan > 1 || attrs.rowspan > 1))
  const transaction = isMerged ? undefined : overCells(state, slice, cells)
  if (transaction) return { transaction }
  const table = Fragment.from(tableOf(state, slice, cells))
  return { transaction: inserted(state, table), below: isMerged ? 'merged' : 'merged there' }
}

const hasTable = ({ content }: Slice) =>
  content.content.some((node) => ['table', 'row', 'cell', 'header_cell'].includes(node.type.spec.tableRole))

/** A slice without the empty paragraphs that Word puts around a table. */
function withoutBlanks(slice: Slice) {
  const filled = slice.content.content.filter((node) => !node.isTextblock || node.content.size)
  return filled.length === slice.content.childCount ? slice : new Slice(Fragment.from(filled), 0, 0)
}

/** Overwrites cells with the pasted ones; undefined if that would lose any. */
function overCells(state: EditorState, slice: Slice, cells: Cells) {
  let transaction: Transaction | undefined
  const view = { state: withRoomFor(state, cells), dispatch: (made: Transaction) => void (transaction = made) }
  try {
    handlePaste(view as EditorView, new Event('paste') as ClipboardEvent, slice)
    transaction?.doc.check()
  } catch {
    return undefined
  }
  if (!transaction) return undefined
  const before = tableAround(state)
  const after = transaction.doc.nodeAt(before.position)
  if (!after || TableMap.get(after).problems?.length) return undefined
  const covered = cellsUnder(before.table, state, cells)
  const wanted = [...cells.rows.flatMap((row) => row.content), ...textCellsOf(before.table, covered)]
  const kept = textCellsOf(after).map(({ content }) => content.toString())
  return wanted.every(({ content }) => kept.includes(content.toString())) ? transaction : undefined
}

/** The state with the cursor in the first of the selected cells, if there are more cells than are selected. */
function withRoomFor(state: EditorState, { width, height }: Cells) {
  const { selection } = state
  if (!(selection instanceof CellSelection)) return state
  const rect = rectOf(selection)
  if (rect.right - rect.left >= width && rect.bottom - rect.top >= height) return state
  const table = selection.$anchorCell.node(-1)
  const first = selection.$anchorCell.start(-1) + TableMap.get(table).positionAt(rect.top, rect.left, table)
  return state.apply(state.tr.setSelection(TextSelection.near(state.doc.resolve(first + 1))))
}

function rectOf({ $anchorCell, $headCell }: CellSelection) {
  const start = $anchorCell.start(-1)
  return TableMap.get($anchorCell.node(-1)).rectBetween($anchorCell.pos - start, $headCell.pos - start)
}

/** The innermost table around the selection. */
function tableAround({ selection }: EditorState) {
  const $inside = selection instanceof CellSelection ? selection.$anchorCell : selection.$from
  for (let depth = $inside.depth; depth > 0; depth -= 1) {
    const table = $inside.node(depth)
    if (table.type.spec.tableRole === 'table') return { table, position: $inside.before(depth), $inside, depth }
  }
  throw new RangeError('The selection is in no table.')
}

/** The positions, within their table, of the cells that would be overwritten. */
function cellsUnder(table: Node, state: EditorState, { width, height }: Cells) {
  const map = TableMap.get(table)
  const { selection } = state
  const { $inside, depth } = tableAround(state)
  const rect =
    selection instanceof CellSelection
      ? rectOf(selection)
      : map.findCell($inside.before(depth + 2) - $inside.start(depth))
  return new Set(
    map.cellsInRect({
      left: rect.left,
      top: rect.top,
      right: Math.min(map.width, Math.max(rect.left + width, selection instanceof CellSelection ? rect.right : 0)),
      bottom: Math.min(map.height, Math.max(rect.top + height, selection instanceof CellSelection ? rect.bottom : 0)),
    }),
  )
}

/** The cells of a table that contain text, except those at some positions. */
function textCellsOf(table: Node, except = new Set<number>()) {
  const cells: Node[] = []
  for (const position of new Set(TableMap.get(table).map)) {
    const cell = table.nodeAt(position)
    if (cell && !except.has(position) && cell.textContent) cells.push(cell)
  }
  return cells
}

function tableOf({ schema }: EditorState, slice: Slice, { rows }: Cells) {
  const [only] = slice.content.content
  if (only?.type.spec.tableRole === 'table' && !slice.openStart && !slice.openEnd) return only
  const { table, tableRow } = schema.nodes
  return (
    table?.create(
      null,
      rows.map((row) => tableRow?.create(null, row) as Node),
    ) ?? slice.content.firstChild
  )
}

/** Inserts blocks after the outermost table around the selection, and puts the cursor into the first of them. */
function inserted(state: EditorState, blocks: Fragment) {
  const { $from } = state.selection
  const depth = [...Array($from.depth + 1).keys()].find((at) => $from.node(at).type.spec.tableRole === 'table') ?? 1
  const behind = $from.after(depth)
  const transaction = state.tr.insert(behind, blocks)
  return transaction.setSelection(TextSelection.near(transaction.doc.resolve(behind + 1)))
}
