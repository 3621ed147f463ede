import { createRequire } from 'node:module'
import type { Structure } from './structure.ts'

/** What is used here of pdfkit's elements and marks. */
type Element = { add: (child: unknown) => void; end: () => void; dictionary: { data: Record<string, unknown> } }
type PdfKitDocument = {
  struct: (tag: string, options: { alt?: string; scope?: string; lang?: string }) => Element
  addStructure: (element: Element) => void
  markStructureContent: (tag: string) => { refs: { pageRef: { id: number }; mcid: number }[] }
  markContent: (tag: 'Artifact', options: { type: string }) => void
  endMarkedContent: () => void
  getMarkInfoDictionary: () => { data: Record<string, unknown> }
}
type Font = { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
type Inline = { text: string; font: Font; structure?: Structure; linkToDestination?: string }
type Line = { inlines: Inline[] }
/** pdfmake's renderer, which draws a page piece by piece. */
type Renderer = {
  pdfDocument: PdfKitDocument
  renderPages: (pages: unknown[]) => void
  renderLine: (line: Line, x: number, y: number) => void
  renderImage: (image: { structure?: Structure }) => void
  renderVector: (vector: unknown) => void
}

/** pdfmake's measuring, which makes the number of each list item. */
type Measuring = { buildOrderedMarker: (item: { label?: Structure }, ...more: unknown[]) => { _inlines?: Inline[] } }

const part = createRequire(import.meta.url)
const { default: Drawing } = part('pdfmake/js/Renderer.js') as { default: { prototype: Renderer } }
const { default: Measure } = part('pdfmake/js/DocMeasure.js') as { default: { prototype: Measuring } }

// pdfmake's originals, whatever this process has drawn before.
const { renderPages, renderLine, renderImage, renderVector } = Drawing.prototype
const { buildOrderedMarker } = Measure.prototype

/** The result of drawing a document. */
export type Drawn = {
  /** Characters without a glyph in the font. */
  missing: Set<string>
  /** The element of each marked piece of a page, by the name that PDF readers give the piece. */
  pieces: Map<string, Structure>
}

/**
 * Makes pdfmake draw this process's next document as a tagged PDF, which it cannot do itself: each line and picture is
 * marked as part of its element, and everything else as decoration. The result is filled in while the document is
 * drawn. `onDrawing` is called once all pages are laid out.
 */
export function tagPages(structure: Structure, onDrawing: () => void = () => {}): Drawn {
  const elements = new Map<Structure, Element>()
  const contents = structure.children.find(({ tag }) => tag === 'TOC')
  const missing = new Set<string>()
  /** A table's first rows are repeated on each of its pages, as decoration. */
  const before = new Set<object>()
  const pieces: Drawn['pieces'] = new Map()

  const isFirst = (drawn: object | undefined) => {
    if (!drawn || before.has(drawn)) return !drawn
    before.add(drawn)
    return true
  }

  function draw(document: PdfKitDocument, part: Structure | undefined, work: () => void) {
    const element = part && elements.get(part)
    if (element) {
      const content = document.markStructureContent(part.tag)
      element.add(content)
      for (const { pageRef, mcid } of content.refs) pieces.set(`p${pageRef.id}R_mc${mcid}`, part)
    } else document.markContent('Artifact', { type: 'Layout' })
    work()
    document.endMarkedContent()
  }

  function build(document: PdfKitDocument, part: Structure): Element {
    const { tag, alt, spans, scope, lang, children } = part
    const element = document.struct(tag, { ...(alt && { alt }), ...(scope && { scope }), ...(lang && { lang }) })
    if (spans && Object.keys(spans).length) {
      const { data } = element.dictionary
      data.A = { ...(data.A as object | undefined), O: 'Table', ...spans }
    }
    elements.set(part, element)
    for (const child of children) element.add(build(document, child))
    return element
  }

  /** A line of the contents: pdfmake draws the name and the page number as two lines that link to it. */
  function lineOfContents(document: PdfKitDocument, { inlines: [first] }: Line): Structure | undefined {
    const parent = contents && elements.get(contents)
    if (!parent || !first?.linkToDestination) return
    const lang = contents?.languages?.get(first.linkToDestination)
    const item: Structure = { tag: 'TOCI', ...(lang && { lang }), children: [] }
    parent.add(build(document, item))
    return item
  }

  Object.assign(Measure.prototype, {
    buildOrderedMarker(item, ...more) {
      const marker = buildOrderedMarker.call(this, item, ...more)
      for (const inline of marker._inlines ?? []) if (item.label) inline.structure = item.label
      return marker
    },
  } satisfies Partial<Measuring> & ThisType<Measuring>)

  Object.assign(Drawing.prototype, {
    renderPages(pages) {
      onDrawing()
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
      draw(this.pdfDocument, isFirst(line.inlines[0]) ? part : undefined, () => renderLine.call(this, line, x, y))
    },
    renderImage(image) {
      draw(this.pdfDocument, isFirst(image.structure) ? image.structure : undefined, () =>
        renderImage.call(this, image),
      )
    },
    renderVector(vector) {
      draw(this.pdfDocument, undefined, () => renderVector.call(this, vector))
    },
  } satisfies Partial<Renderer> & ThisType<Renderer>)
  return { missing, pieces }
}

// Spaces, control characters, joiners and variation selectors never have a glyph.
const isMissing = (letter: string, { font }: Font) =>
  !/[\s\p{C}\p{Variation_Selector}]/u.test(letter) && !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
