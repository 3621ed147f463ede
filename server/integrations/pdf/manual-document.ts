import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Language } from '#contract/french.ts'
import { breakable } from './break-text.ts'
import { sum } from './fit-columns.ts'
import { inFonts } from './fonts.ts'
import { htmlToPdf, type PrintedPage } from './html-to-pdf.ts'
import { LINE_HEIGHT, MARGINS, type Orientation, type TableWay, TEXT_HEIGHT, TYPE } from './room.ts'
import { structureOf } from './structure.ts'

/** A picture as a data URL that pdfmake embeds. `width` and `height` in pixels. */
export type ManualPicture = { dataUrl: string; width: number; height: number }

/** A manual's own words besides its pages, by language. */
const WORDS = {
  en: { manual: 'Owner’s Manual', contents: 'Contents', tag: 'en' },
  fr: { manual: 'Guide du propriétaire', contents: 'Table des matières', tag: 'fr-CA' },
} as const
/** Stands for a picture without an alt text. */
export const unnamedPicture = ({ language }: Pick<ManualContent, 'language'>) =>
  language === 'fr' ? 'Image' : 'Picture'

/**
 * The content of a manual's PDF. Topics and pages are in order; `pictures` are keyed by their path in the HTML. Names
 * and texts that are English in a French manual say so.
 */
export type ManualContent = {
  name: string
  language: Language
  /** The day it was made, as printed. */
  date: string
  topics: (Heading & { pages: (Heading & { html: string; isEnglish?: boolean })[] })[]
  pictures: Record<string, ManualPicture>
}

type Heading = { name: string; isEnglishName?: boolean }

const INK = '#24312c'
const PALE = '#5d6b66'
const BRAND = '#2f6b57'
/** The style of headers and footers. */
const RUNNING = 'running'

/**
 * The pdfmake description of a manual: title page, table of contents, topics with their pages, and outline; the
 * structure for screen readers; and what each page needed to fit. `ways` is how tables are printed on each page.
 */
export function manualDocument(manual: ManualContent, ways: TableWay[] = []) {
  const { name, date, topics, pictures } = manual
  const words = WORDS[manual.language]
  const printed: PrintedPage[] = []
  const content: Content[] = [
    ...titlePage(words.manual, name, date),
    { toc: { title: { text: words.contents, style: 'topic' }, numberStyle: { color: PALE } } },
    ...topics.flatMap((topic, place) => {
      const firstPage = printed.length
      for (const { html } of topic.pages) printed.push(htmlToPdf(html, pictures, ways[printed.length]))
      return onPaper(topicParts(topic, place, printed.slice(firstPage), firstPage))
    }),
  ]
  const document: TDocumentDefinitions = {
    version: '1.7',
    info: { title: `${words.manual}, ${name}`, subject: name },
    language: words.tag,
    displayTitle: true,
    pageSize: 'LETTER',
    pageMargins: [MARGINS.side, MARGINS.top, MARGINS.side, MARGINS.bottom],
    defaultStyle: { font: 'Roboto', fontSize: TYPE, lineHeight: LINE_HEIGHT, color: INK },
    images: Object.fromEntries(Object.entries(pictures).map(([address, { dataUrl }]) => [address, dataUrl])),
    styles: {
      [RUNNING]: { color: PALE, fontSize: 8.5 },
      topic: { fontSize: 22, bold: true, color: BRAND },
      page: { fontSize: 15, bold: true, marginTop: 20, marginBottom: 4 },
      h1: { fontSize: 13, bold: true, marginTop: 12 },
      h2: { fontSize: 12, bold: true, marginTop: 11 },
      h3: { fontSize: 11, bold: true, marginTop: 9 },
      h4: { fontSize: 10.5, bold: true, color: PALE, marginTop: 9 },
      tableHeader: { bold: true, fillColor: '#eef3f0' },
    },
    header: (page) => (page === 1 ? null : { text: inFonts(name), style: RUNNING, margin: [54, 30, 54, 0] }),
    footer: (page) =>
      page === 1 ? null : { text: String(page), style: RUNNING, alignment: 'right', margin: [54, 24, 54, 0] },
    content,
  }
  return {
    document,
    structure: structureOf(content, unnamedPicture(manual)),
    changes: printed.map(({ changes }) => changes),
  }
}

const titlePage = (manual: string, name: string, date: string): Content[] => [
  { text: manual, fontSize: 16, color: BRAND, margin: [0, 200, 0, 10] },
  { text: breakable(name), fontSize: 34, bold: true, lineHeight: 1.1 },
  { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 96, y2: 0, lineWidth: 3, lineColor: BRAND }], margin: [0, 24, 0, 24] },
  { text: date, color: PALE, pageBreak: 'after' },
]

type Topic = ManualContent['topics'][number]
type Part = PrintedPage['blocks'][number]

/** What structure.ts reads for English content in a French manual. */
const marked = (isEnglish: boolean | undefined) => (isEnglish ? { writtenIn: 'en' } : {})

function topicParts(
  { name, isEnglishName, pages }: Topic,
  place: number,
  printed: PrintedPage[],
  firstPage: number,
): Part[] {
  const id = `topic-${place}`
  const heading: Content = {
    text: breakable(name),
    style: 'topic',
    id,
    tocItem: true,
    tocStyle: { bold: true },
    tocMargin: [0, 8, 0, 2],
    outline: true,
    outlineText: name,
    outlineExpanded: true,
    ...marked(isEnglishName),
  }
  return [
    { content: [heading], orientation: 'portrait', isHeading: true },
    ...pages.flatMap((page, order): Part[] => [
      { content: [pageHeading(page, id, order, firstPage + order)], orientation: 'portrait', isHeading: true },
      ...(printed[order]?.blocks ?? []).map((block) => ({
        ...block,
        content: page.isEnglish ? block.content.map(inEnglish) : block.content,
      })),
    ]),
  ]
}

const inEnglish = (content: Content) => ({ ...(content as object), ...marked(true) }) as Content

const pageHeading = ({ name, isEnglishName }: Heading, topic: string, order: number, page: number): Content =>
  ({
    text: breakable(name),
    style: 'page',
    id: `${topic}-page-${order}`,
    tocItem: true,
    tocMargin: [14, 0, 0, 2],
    outline: true,
    outlineText: name,
    outlineParentId: topic,
    // For structure.ts.
    printedPage: page,
    ...marked(isEnglishName),
  }) as object as Content

/** The parts of a topic on new paper, turned for each part that only fits in landscape, with the headings above it. */
function onPaper(parts: Part[]): Content[] {
  let held: Orientation | undefined
  return withHeadings(parts).flatMap(({ content, orientation, keptHeight }): Content[] => {
    const [first, ...others] = content
    if (!first) return content
    const turned = orientation !== held && { pageBreak: 'before', pageOrientation: orientation }
    held = orientation
    return [{ ...(first as object), ...turned, ...(keptHeight && { keptHeight }) } as Content, ...others]
  })
}

/** In points: the space for a heading and the lines that should stay with it. */
const HEADING = 40
const SOME_LINES = 36
/** In points: more does not fit on a page. */
const MOST_KEPT = { portrait: TEXT_HEIGHT.portrait - 10, landscape: TEXT_HEIGHT.landscape - 10 }

/** The same parts, each heading oriented like what follows it, and with the height that should stay together. */
function withHeadings(parts: Part[]) {
  let orientation: Orientation = 'portrait'
  let below = 0
  const from = parts.toReversed().map((part) => {
    if (!part.isHeading) {
      orientation = part.orientation
      below = leastHeight(part.content[0])
      return { ...part, keptHeight: 0 }
    }
    below += HEADING + sum(part.content.map((one) => heightOfPicture(one) ?? 0))
    return { ...part, orientation, keptHeight: Math.min(MOST_KEPT[orientation], below) }
  })
  return from.reverse()
}

type Printed = {
  image?: string
  height?: number
  leastHeight?: number
  role?: string
  table?: { body: { stack?: Content[] }[][] }
}

/** The height of what may not be split at the beginning of some content. */
function leastHeight(content: Content | undefined): number {
  const { leastHeight: least, role, table } = (content ?? {}) as Printed
  if (role) return leastHeight(table?.body[0]?.[0]?.stack?.[0])
  return least ?? (content ? heightOfPicture(content) : undefined) ?? SOME_LINES
}

function heightOfPicture(content: Content) {
  const { image, height } = content as Printed
  return image ? height : undefined
}
