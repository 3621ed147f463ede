import { getDocumentProxy } from 'unpdf'
import type { Structure } from './structure.ts'
import type { Drawn } from './tag-pages.ts'

/** What a reader finds in a PDF. */
export type Found = {
  /** The text of each element that has one, and whether there is a picture; only what is on the paper. */
  texts: Map<Structure, string>
  figures: Set<Structure>
  /** The sheets of paper that each element with a text or picture is on, counted from 1. */
  sheets: Map<Structure, { first: number; last: number }>
  /** Where links lead. */
  links: Set<string>
  outline: OutlineEntry[]
}
export type OutlineEntry = { title: string; items: OutlineEntry[] }

/** In points. */
const TOLERANCE = 1

/** Reads a PDF drawn in this process, as any reader would, and returns what is on its pages. */
export async function readBack(
  bytes: Uint8Array,
  { pieces }: Drawn,
  onProgress: (done: number) => void = () => {},
): Promise<Found> {
  // The reader takes ownership of the bytes.
  const pdf = await getDocumentProxy(bytes.slice(), { verbosity: 0 })
  const found: Found = { texts: new Map(), figures: new Set(), sheets: new Map(), links: new Set(), outline: [] }
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    readPage(
      await page.getTextContent({ includeMarkedContent: true, disableNormalization: true }),
      page.view,
      pieces,
      found,
      number,
    )
    for (const { url } of await page.getAnnotations()) if (typeof url === 'string') found.links.add(url)
    page.cleanup()
    onProgress(number / pdf.numPages)
  }
  found.outline = ((await pdf.getOutline()) ?? []) as OutlineEntry[]
  await pdf.loadingTask.destroy()
  return found
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
type TextContent = Awaited<ReturnType<Page['getTextContent']>>

function readPage({ items }: TextContent, view: number[], pieces: Drawn['pieces'], found: Found, sheet: number) {
  const stands = (part: Structure) =>
    found.sheets.set(part, { first: found.sheets.get(part)?.first ?? sheet, last: sheet })
  const open: (Structure | undefined)[] = []
  for (const item of items) {
    if ('type' in item) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push(pieces.get((item as { id?: string }).id ?? ''))
      const part = open.at(-1)
      if (part?.tag === 'Figure') {
        found.figures.add(part)
        stands(part)
      }
      continue
    }
    const part = open.findLast((one) => one !== undefined)
    if (!part || !isOnPaper(item, view)) continue
    found.texts.set(part, (found.texts.get(part) ?? '') + item.str)
    if (item.str.trim()) stands(part)
  }
}

type Text = { transform: number[]; width: number }

const isOnPaper = (
  { transform: [, , , , x = 0, y = 0], width }: Text,
  [left = 0, bottom = 0, right = 0, top = 0]: number[],
) => x >= left - TOLERANCE && x + width <= right + TOLERANCE && y >= bottom - TOLERANCE && y <= top + TOLERANCE
