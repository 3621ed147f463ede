/** In points: the size of running text, and of a line of it. */
export const TYPE = 10.5
export const LINE_HEIGHT = 1.3
/** In points: the margins of each page, left and right, top and bottom. */
export const MARGINS = { side: 54, top: 60, bottom: 64 }
/** In points, US Letter. */
const PAPER = { width: 612, height: 792 }
export const TEXT_WIDTH = { portrait: PAPER.width - 2 * MARGINS.side, landscape: PAPER.height - 2 * MARGINS.side }
const UPRIGHT = MARGINS.top + MARGINS.bottom
export const TEXT_HEIGHT = { portrait: PAPER.height - UPRIGHT, landscape: PAPER.width - UPRIGHT }

export type Orientation = keyof typeof TEXT_WIDTH

/** Pictures by their path in the HTML, each with its size in pixels. */
export type Pictures = Record<string, { width: number; height: number }>

/** What text inherits from the elements around it. */
export type Marks = {
  bold?: boolean
  italics?: boolean
  background?: string
  link?: string
  color?: string
  decoration?: 'underline' | 'lineThrough'
  sub?: boolean
  sup?: boolean
}

/** What had to be changed to fit a page on paper. */
export type FitChange = 'smaller type' | 'landscape' | 'broken words' | 'as paragraphs'

/** How tables are printed: rows intact unless they are high, rows that break, or one cell below the other. */
export type TableWay = 'whole rows' | 'broken rows' | 'paragraphs'

/**
 * Where and how content is printed. `width` and `height` in points; `scale` is the type size relative to the usual one.
 */
export type Room = {
  pictures: Pictures
  width: number
  height: number
  scale: number
  marks: Marks
  tables: TableWay
  /** Inside a table, list or quotation. */
  isWithin: boolean
  /** In code, spaces and line ends count. */
  isCode?: boolean
  /** Recorded while content is printed. */
  changes: Set<FitChange>
}

/** The room for a page's own blocks. */
export const roomOf = (orientation: Orientation, pictures: Pictures, tables: TableWay): Room => ({
  pictures,
  width: TEXT_WIDTH[orientation],
  height: TEXT_HEIGHT[orientation],
  scale: 1,
  marks: {},
  tables,
  isWithin: false,
  changes: new Set(),
})
