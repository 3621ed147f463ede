import { createRequire } from 'node:module'
import type { Structure } from './structure.ts'

/** What pdfkit calls an element and a mark, as far as they are used. */
type Element = { add: (child: unknown) => void; end: () => void; dictionary: { data: Record<string, unknown> } }
type PdfKitDocument = {
  struct: (tag: string, options: { alt?: string; scope?: string }) => Element
  addStructure: (element: Element) => void
  markStructureContent: (tag: string) => unknown
  markContent: (tag: 'Artifact', options: { type: string }) => void
  endMarkedContent: () => void
  getMarkInfoDictionary: () => { data: Record<string, unknown> }
}
type Font = { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
type Inline = { text: string; font: Font; structure?: Structure; linkToDestination?: string }
type Line = { inlines: Inline[] }
/** pdfmake's renderer, which draws one piece of a page after the other. */
type Renderer = {
  pdfDocument: PdfKitDocument
  renderPages: (pages: unknown[]) => void
  renderLine: (line: Line, x: number, y: number) => void
  renderImage: (image: { structure?: Structure }) => void
  renderVector: (vector: unknown) => void
}

const { default: Drawing } = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as {
  default: { prototype: Renderer }
}

/**
 * Lets pdfmake draw the next document of this process as a tagged PDF, which it cannot do by itself: each line and
 * picture is marked as a part of its element, and everything else as decoration. Gives back the characters for which
 * the font had no shape, once the document is drawn.
 */
export function tagPages(structure: Structure) {
  const { renderPages, renderLine, renderImage, renderVector } = Drawing.prototype
  const elements = new Map<Structure, Element>()
  const contents = structure.children.find(({ tag }) => tag === 'TOC')
  const missing = new Set<string>()

  function draw(document: PdfKitDocument, part: Structure | undefined, work: () => void) {
    const element = part && elements.get(part)
    if (element) element.add(document.markStructureContent(part.tag))
    else document.markContent('Artifact', { type: 'Layout' })
    work()
    document.endMarkedContent()
  }

  function build(document: PdfKitDocument, part: Structure): Element {
    const { tag, alt, spans, children } = part
    const element = document.struct(tag, { ...(alt && { alt }), ...(tag === 'TH' && { scope: 'Column' }) })
    if (spans && Object.keys(spans).length) {
      const { data } = element.dictionary
      data.A = { ...(data.A as object | undefined), O: 'Table', ...spans }
    }
    elements.set(part, element)
    for (const child of children) element.add(build(document, child))
    return element
  }

  /** A line of the contents: pdfmake draws the name and the number of the page as two lines that link to it. */
  function lineOfContents(document: PdfKitDocument, { inlines: [first] }: Line): Structure | undefined {
    const parent = contents && elements.get(contents)
    if (!parent || !first?.linkToDestination) return
    const item: Structure = { tag: 'TOCI', children: [] }
    parent.add(build(document, item))
    return item
  }

  Object.assign(Drawing.prototype, {
    renderPages(pages) {
      this.pdfDocument.getMarkInfoDictionary().data.Marked = true
      const root = build(this.pdfDocument, structure)
      this.pdfDocument.addStructure(root)
      renderPages.call(this, pages)
      root.end()
    },
    renderLine(line, x, y) {
      for (const { text, font } of line.inlines) {
        for (const letter of text) if (isMissing(letter, font)) missing.add(letter)
      }
      const part = lineOfContents(this.pdfDocument, line) ?? line.inlines.find(({ structure }) => structure)?.structure
      draw(this.pdfDocument, part, () => renderLine.call(this, line, x, y))
    },
    renderImage(image) {
      draw(this.pdfDocument, image.structure, () => renderImage.call(this, image))
    },
    renderVector(vector) {
      draw(this.pdfDocument, undefined, () => renderVector.call(this, vector))
    },
  } satisfies Partial<Renderer> & ThisType<Renderer>)
  return missing
}

// Spaces, controls and what only joins or varies the letters around it have no shape anywhere.
const isMissing = (letter: string, { font }: Font) =>
  !/[\s\p{C}\p{Variation_Selector}]/u.test(letter) && !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
