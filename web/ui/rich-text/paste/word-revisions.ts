import { isBlank, unwrapped } from './markup.ts'

/** Marks a list paragraph that a tracked change deletes: Word still counts it. */
export const DELETED = 'data-deleted'

const DELETIONS = '.msoDel, [class*="TrackChangeTextDelet"], [class*="TrackedDelet"]'
const INSERTIONS = '.msoIns, [class*="TrackChangeTextInser"], [class*="TrackedInser"]'
const IS_WORD = /urn:schemas-microsoft-com:office|\bclass=["']?Mso|\bmso-|<o:p\b/i

/** Whether HTML comes from Word, or from a program that uses it, such as Outlook. */
export const isOfWord = (html: string) => IS_WORD.test(html)

/**
 * Accepts Word's tracked changes, and returns whether there were any. What other pages mark as deleted (`<del>`) is
 * struck-through text.
 */
export function acceptRevisions(content: DocumentFragment, isWord: boolean): boolean {
  const tracked = (name: string) => (isWord ? name : `${name}[cite^="mailto:"]`)
  const deletions = [...content.querySelectorAll(`${DELETIONS}, ${tracked('del')}`)]
  const insertions = [...content.querySelectorAll(`${INSERTIONS}, ${tracked('ins')}`)]
  const blocks = new Set<Element>()
  const rows = new Set<Element>()
  for (const deletion of deletions) {
    const block = deletion.closest('p, h1, h2, h3, h4, h5, h6, li')
    if (block) blocks.add(block)
    const row = deletion.closest('tr')
    if (row) rows.add(row)
    deletion.remove()
  }
  for (const insertion of insertions) unwrapped(insertion)
  for (const block of blocks) {
    if (!isBlank(withoutMark(block))) continue
    if (/mso-list/.test(block.getAttribute('style') ?? '')) block.setAttribute(DELETED, '')
    else if (!isOnlyOfCell(block)) block.remove()
  }
  for (const row of rows) if (isBlank(row)) row.remove()
  return deletions.length + insertions.length > 0
}

/** A copy of a paragraph without its bullet or number. */
function withoutMark(block: Element) {
  const copy = block.cloneNode(true) as Element
  for (const part of copy.querySelectorAll('[style*="mso-list"]')) part.remove()
  return copy
}

const isOnlyOfCell = ({ parentElement }: Element) =>
  parentElement?.matches('td, th') && parentElement.children.length === 1
