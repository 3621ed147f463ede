import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { inFonts } from './fonts.ts'
import { htmlToPdf } from './html-to-pdf.ts'
import { structureOf } from './structure.ts'

/** A picture as a data URL that pdfmake embeds. `width` in pixels. */
export type ManualPicture = { dataUrl: string; width: number }

/** The content of a manual's PDF. Topics and pages are in order; `pictures` are keyed by their path in the HTML. */
export type ManualContent = {
  name: string
  /** The day it was made, as printed. */
  date: string
  topics: { name: string; pages: { name: string; html: string }[] }[]
  pictures: Record<string, ManualPicture>
}

const INK = '#24312c'
const PALE = '#5d6b66'
const BRAND = '#2f6b57'
/** The style of headers and footers. */
const RUNNING = 'running'

/**
 * The pdfmake description of a manual: title page, table of contents, topics with their pages, and outline; and the
 * structure for those who hear it.
 */
export function manualDocument({ name, date, topics, pictures }: ManualContent) {
  const content: Content[] = [
    ...titlePage(name, date),
    {
      toc: { title: { text: 'Contents', style: 'topic' }, numberStyle: { color: PALE } },
      pageBreak: 'after',
    },
    ...topics.flatMap((topic, place) => topicContent(topic, place, pictures)),
  ]
  const document: TDocumentDefinitions = {
    version: '1.7',
    info: { title: `Owner’s Manual, ${name}`, subject: name },
    language: 'en',
    displayTitle: true,
    pageSize: 'LETTER',
    pageMargins: [54, 60, 54, 64],
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.3, color: INK },
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
    // Moves a heading at the foot of a page to the next one; headers and footers do not count.
    pageBreakBefore: ({ headlineLevel }, { getFollowingNodesOnPage }) =>
      headlineLevel !== undefined && getFollowingNodesOnPage().every(({ style }) => style === RUNNING),
    header: (page) => (page === 1 ? null : { text: inFonts(name), style: RUNNING, margin: [54, 30, 54, 0] }),
    footer: (page) =>
      page === 1 ? null : { text: String(page), style: RUNNING, alignment: 'right', margin: [54, 24, 54, 0] },
    content,
  }
  return { document, structure: structureOf(content) }
}

const titlePage = (name: string, date: string): Content[] => [
  { text: 'Owner’s Manual', fontSize: 16, color: BRAND, margin: [0, 200, 0, 10] },
  { text: name, fontSize: 34, bold: true, lineHeight: 1.1 },
  { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 96, y2: 0, lineWidth: 3, lineColor: BRAND }], margin: [0, 24, 0, 24] },
  { text: date, color: PALE, pageBreak: 'after' },
]

type Topic = ManualContent['topics'][number]

function topicContent({ name, pages }: Topic, place: number, pictures: ManualContent['pictures']): Content[] {
  const id = `topic-${place}`
  const heading: Content = {
    text: name,
    style: 'topic',
    id,
    tocItem: true,
    tocStyle: { bold: true },
    tocMargin: [0, 8, 0, 2],
    outline: true,
    outlineText: name,
    outlineExpanded: true,
    ...(place > 0 && { pageBreak: 'before' }),
  }
  return [
    heading,
    ...pages.flatMap((page, order): Content[] => [
      {
        text: page.name,
        style: 'page',
        id: `${id}-page-${order}`,
        headlineLevel: 1,
        tocItem: true,
        tocMargin: [14, 0, 0, 2],
        outline: true,
        outlineText: page.name,
        outlineParentId: id,
      },
      ...htmlToPdf(page.html, pictures),
    ]),
  ]
}
