import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { breakText } from './break-text.ts'
import { inFonts } from './fonts.ts'
import { structureOf } from './structure.ts'

/**
 * A paragraph: `head` and `title` are headings, `label` one above a text, `strong` stands out, `fine` is small print.
 */
export type Block = { look: 'head' | 'title' | 'label' | 'text' | 'strong' | 'fine'; text: string }

/** What begins on a new sheet: in one language, with an address where it shows through an envelope's window. */
export type Sheet = {
  language: 'en' | 'fr'
  address?: string[]
  /** The sender, in the corner above the address. */
  head?: { name: string; address: string } | undefined
  /** Opposite the address. */
  side: string[]
  blocks: Block[]
  /** Short texts in columns, such as numbers. */
  listed?: string[]
}
export type Papers = { title: string; sheets: Sheet[] }

const INK = '#1c2421'
const SIZE = 10.5
/** In points: the window of a #10 envelope shows this place on US Letter folded in three. */
const WINDOW = { x: 72, y: 158 }
const MARGIN = { side: 72, top: 60, bottom: 54 }
/** Where the text begins, below the window and what is opposite. */
const BELOW_WINDOW = 200
const BELOW_SIDE = 56
const BELOW_HEAD = 98
/** The width of the head, beside what is opposite. */
const HEAD_WIDTH = 250
const HEAD_SIZES = { name: 11.5, address: 9 }
const COLUMNS = 4
/** The width of a line, relative to its type size. */
const WIDEST = (612 - 2 * MARGIN.side) / SIZE

const LOOKS: Record<Block['look'], object> = {
  // The names that structure.ts takes for headings.
  head: { style: 'topic' },
  title: { style: 'page' },
  label: { style: 'h1' },
  text: {},
  strong: { bold: true },
  fine: { fontSize: 9 },
}

/** The pdfmake description of letters and bulletins, and their structure for screen readers. */
export function paperDocument({ title, sheets }: Papers) {
  const content = sheets.map(sheetOf)
  const document: TDocumentDefinitions = {
    version: '1.7',
    info: { title },
    language: sheets[0]?.language ?? 'en',
    displayTitle: true,
    pageSize: 'LETTER',
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
    defaultStyle: { font: 'Roboto', fontSize: SIZE, lineHeight: 1.25, color: INK },
    styles: {
      topic: { fontSize: 16, bold: true, marginBottom: 6 },
      page: { fontSize: 13, bold: true, marginTop: 6, marginBottom: 2 },
      h1: { fontSize: SIZE, bold: true, marginTop: 8 },
    },
    content,
  }
  return { document, structure: structureOf(content) }
}

function sheetOf({ language, address, head, side, blocks, listed }: Sheet, place: number): Content {
  const stack = [
    ...(head ? [headOf(head)] : []),
    ...(address ? [{ text: address.join('\n'), absolutePosition: WINDOW }] : []),
    { text: side.join('\n'), alignment: 'right', absolutePosition: { x: MARGIN.side, y: MARGIN.top } },
    ...blocks.flatMap(({ look, text }, order) =>
      paragraphsOf(text).map((part) => ({
        marginBottom: 5,
        ...LOOKS[look],
        ...(order === 0 && { margin: [0, address ? BELOW_WINDOW : head ? BELOW_HEAD : BELOW_SIDE, 0, 6] }),
        text: part,
      })),
    ),
    ...(listed?.length ? [inColumns(listed)] : []),
  ]
  return { stack, lang: language, ...(place > 0 && { pageBreak: 'before' }) } as Content
}

function headOf(head: NonNullable<Sheet['head']>): Content {
  const rows = (['name', 'address'] as const).flatMap((part) =>
    paragraphsOf(head[part], HEAD_WIDTH / HEAD_SIZES[part]).map((text) => [
      { text, fontSize: HEAD_SIZES[part], bold: part === 'name', lineHeight: 1.1 },
    ]),
  )
  const table = { widths: [HEAD_WIDTH], body: rows }
  return {
    table,
    role: 'Sect',
    layout: 'noBorders',
    absolutePosition: { x: MARGIN.side, y: MARGIN.top - 2 },
  } as Content
}

/** A text as paragraphs whose lines can break. */
const paragraphsOf = (text: string, widest = WIDEST) =>
  text
    .split(/\n+/)
    .filter((line) => line.trim())
    .flatMap((line) => breakText([{ text: line }], widest))
    .map((part) => part.flatMap(({ text }) => inFonts(text)))

/** Short texts side by side, in order from left to right. */
function inColumns(listed: string[]): Content {
  const rows = Array.from({ length: Math.ceil(listed.length / COLUMNS) }, (_, row) =>
    Array.from({ length: COLUMNS }, (_cell, place) => ({ text: listed[row * COLUMNS + place] ?? '' })),
  )
  const table = { widths: Array(COLUMNS).fill('*'), body: rows }
  return { table, role: 'Sect', layout: 'noBorders', fontSize: 9, marginTop: 6 } as Content
}
