import { countingOf } from './html-lists.ts'
import { type ListNumber, written } from './list-numbers.ts'
import { elementBefore, lineOf, renamed } from './markup.ts'
import { type Mark, NestedLists } from './nested-lists.ts'

/** Turns the paragraphs that Word Online marks as headings into headings, and trims the end of each paragraph. */
export function headingsFromWordOnline(content: DocumentFragment) {
  for (const end of content.querySelectorAll('.EOP')) end.remove()
  for (const heading of content.querySelectorAll('[role=heading][aria-level]')) {
    const level = Number(heading.getAttribute('aria-level'))
    if (level && !/^h[1-6]$/.test(heading.localName)) renamed(heading, `h${Math.min(level, 4)}`)
  }
  for (const run of content.querySelectorAll('[data-ccp-parastyle]')) {
    const style = run.getAttribute('data-ccp-parastyle') ?? ''
    const level = /^title$/i.test(style) ? 1 : Number(/^heading (\d)$/i.exec(style)?.[1])
    const paragraph = run.closest('p')
    if (level && paragraph) renamed(paragraph, `h${Math.min(level, 4)}`)
  }
}

/**
 * Nests the items of Word Online, each of which is a separate list with its level as an attribute. A numbered heading
 * is not an item: its number becomes text.
 */
export function listsFromWordOnline(content: DocumentFragment) {
  const lists = new NestedLists()
  const counts = new Map<string, ListNumber[]>()
  for (const list of content.querySelectorAll('ul, ol')) {
    const items = [...list.children].filter((item) => item.matches('li[data-aria-level]'))
    if (!items.length) continue
    const outer = wrapperOf(list)
    for (const item of items) {
      const level = Number(item.getAttribute('data-aria-level')) || 1
      const mark = markOf(item, list, level, counts)
      const heading = item.querySelector(':scope > :is(h1, h2, h3, h4)')
      if (heading) {
        lists.end()
        if (mark !== 'bullet') heading.prepend(`${labelOf(item, level, counts)} `)
        outer.before(...item.childNodes)
        continue
      }
      if (elementBefore(outer) !== lists.root) lists.end()
      lists.add(level, mark, item.childNodes, (made) => outer.before(made))
    }
    outer.remove()
  }
}

/** The outermost element that contains only this list. */
function wrapperOf(list: Element) {
  let outer = list
  while (outer.parentElement?.matches('div') && lineOf(outer.parentElement) === lineOf(list)) {
    if (outer.parentElement.children.length > 1) break
    outer = outer.parentElement
  }
  return outer
}

/** The number of an item; if it has none, the next one in its list. */
function markOf(item: Element, list: Element, level: number, counts: Map<string, ListNumber[]>): Mark {
  if (list.localName === 'ul') return 'bullet'
  const id = item.getAttribute('data-listid') ?? ''
  const count = counts.get(id) ?? []
  const place = Number(list.getAttribute('start') ?? item.getAttribute('data-aria-posinset'))
  const isFirst = item === list.firstElementChild
  const number = isFirst && place ? place : (count[level - 1]?.number ?? 0) + 1
  const mark = { type: countingOf(list, item), number }
  counts.set(id, [...Array.from({ length: level - 1 }, (_, at) => count[at] ?? { ...mark, number: 1 }), mark])
  return mark
}

/** The number of a heading as it is shown: `data-leveltext` of the second level may be `%1.%2`. */
function labelOf(item: Element, level: number, counts: Map<string, ListNumber[]>) {
  const count = counts.get(item.getAttribute('data-listid') ?? '') ?? []
  const own = count[level - 1]
  const pattern = item.getAttribute('data-leveltext') ?? ''
  if (!pattern.includes(`%${level}`)) return own ? written(own) : ''
  const shown = pattern.replace(/%(\d)/g, (_, at) => {
    const part = count[Number(at) - 1]
    return part ? written(part) : ''
  })
  return shown.trim()
}
