import { getDocumentProxy } from 'unpdf'
import { compared, PICTURE } from './reading.ts'

/** What a PDF tells a screen reader of one page of the manual; `links` are those of the whole PDF. */
export type ReadPage = { letters: string; alts: string[]; cells: number; links: string[] }

type Node = { role?: string; alt?: string; type?: string; id?: string; children?: Node[] }

/** Reads a tagged PDF of a manual by its structure: what stands below each heading of a page, by its words. */
export async function readPdf(bytes: Uint8Array): Promise<Map<string, ReadPage>> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  const pages = new Map<string, ReadPage>()
  const links: string[] = []
  let current: ReadPage | undefined
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true })
    const texts = new Map<string, string>()
    let id = ''
    for (const item of items) {
      if ('type' in item) id = (item as { id?: string }).id ?? ''
      else texts.set(id, (texts.get(id) ?? '') + item.str)
    }
    const textOf = (node: Node): string =>
      node.type === 'content' ? (texts.get(node.id ?? '') ?? '') : (node.children ?? []).map(textOf).join('')
    const read = (node: Node) => {
      if (node.role === 'H2') pages.set(textOf(node), (current = { letters: '', alts: [], cells: 0, links }))
      else if (node.role === 'H1' || node.role === 'TOC') current = undefined
      else if (node.role === 'Figure' && current) {
        // The structure of a page has whole tables, also what is on other pages.
        if (!node.children?.length) return
        current.letters += PICTURE
        current.alts.push(node.alt ?? '')
      } else if (node.type === 'content' && current) current.letters += compared(textOf(node))
      else {
        if (/^T[DH]$/.test(node.role ?? '') && current) current.cells += 1
        for (const child of node.children ?? []) read(child)
      }
    }
    read((await page.getStructTree()) as Node)
    for (const { url } of await page.getAnnotations()) if (typeof url === 'string') links.push(url)
  }
  return pages
}
