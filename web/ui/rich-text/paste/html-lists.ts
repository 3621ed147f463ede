import { type Counting, type ListNumber, written } from './list-numbers.ts'
import { renamed, styleOf } from './markup.ts'
import { countFrom } from './nested-lists.ts'

const TYPES: Record<string, Counting> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
}

/** How a list counts, by its type or, in Google Docs, by the styles of its items. */
export function countingOf(list: Element, item: Element): Counting {
  const style = styleOf(item, 'list-style-type') || styleOf(list, 'list-style-type') || styleOf(list, 'list-style')
  const type = item.getAttribute('type') ?? list.getAttribute('type') ?? ''
  return TYPES[style.toLowerCase()] ?? (/^[aAiI]$/.test(type) ? (type as Counting) : '1')
}

/**
 * Turns the lists of any page into what the editor knows: nested lists inside an item, items numbered without gaps, no
 * headings in items, and the numbers of headings as text.
 */
export function listsFromHtml(content: DocumentFragment) {
  for (const list of content.querySelectorAll('ul, ol')) putIntoItems(list)
  for (const list of content.querySelectorAll('ul, ol')) splitWhereNeeded(list)
  for (const box of content.querySelectorAll('input[type=checkbox]')) putSign(box, box.hasAttribute('checked'))
  for (const item of content.querySelectorAll('li[role=checkbox]')) {
    const picture = item.querySelector('img')
    if (picture) putSign(picture, item.getAttribute('aria-checked') === 'true')
  }
}

/** The editor's items start with a paragraph; an item without one fits nowhere. */
export function paragraphsOfItems(content: DocumentFragment) {
  for (const item of content.querySelectorAll('li')) {
    const first = [...item.childNodes].find((node) => node instanceof Element || node.textContent?.trim())
    if (first instanceof Element && STARTS_WITH_A_BLOCK.test(first.tagName)) item.prepend(document.createElement('p'))
  }
}
const STARTS_WITH_A_BLOCK = /^(UL|OL|TABLE|BLOCKQUOTE|PRE|HR|IMG|H[1-6])$/

/** Replaces a checkbox with a character before the text of its item. */
function putSign(box: Element, isTicked: boolean) {
  const sign = isTicked ? '☑ ' : '☐ '
  const words = box.closest('p') ? null : box.closest('li')?.querySelector('p')
  if (words) words.prepend(sign)
  else box.before(sign)
  box.remove()
}

/** Lists between the items of another list belong to the item before, or become the list themselves. */
function putIntoItems(list: Element) {
  for (const inner of [...list.children].filter((child) => child.matches('ul, ol'))) {
    const item = inner.previousElementSibling
    if (item?.matches('li')) item.append(inner)
    else if (list.children.length === 1) list.replaceWith(inner)
    else list.before(inner)
  }
}

/** Starts a new list at each item whose number is not the next one, and after each heading that is an item. */
function splitWhereNeeded(list: Element) {
  let open: Element | undefined
  let last: ChildNode = list
  let isFirst = true
  let before = 0
  for (const { item, mark } of numberedItems(list)) {
    if (isHeading(item)) {
      if (mark) item.firstElementChild?.prepend(`${written(mark)} `)
      const content = [...item.childNodes]
      last.after(...content)
      last = content.at(-1) ?? last
      item.remove()
      open = undefined
      isFirst = false
      continue
    }
    if (!open || (mark && mark.number !== before + 1)) {
      open = isFirst ? list : document.createElement(list.localName)
      isFirst = false
      if (mark) countFrom(open, mark)
      if (open !== list) last.after(open)
      last = open
    }
    if (item.parentElement !== open) open.append(item)
    before = mark?.number ?? 0
  }
  list.removeAttribute('reversed')
  if (!list.children.length) list.remove()
}

/** The items of a list, with their numbers if they have any. */
function numberedItems(list: Element): { item: Element; mark?: ListNumber }[] {
  const items = [...list.children].filter((child) => child.matches('li'))
  if (list.localName === 'ul' || !items[0]) return items.map((item) => ({ item }))
  const type = countingOf(list, items[0])
  const step = list.hasAttribute('reversed') ? -1 : 1
  let number = (numberIn(list, 'start') ?? (step === 1 ? 1 : items.length)) - step
  return items.map((item) => {
    number = numberIn(item, 'value') ?? number + step
    return { item, mark: { type, number } }
  })
}

const numberIn = (element: Element, attribute: string) =>
  /^-?\d+$/.test(element.getAttribute(attribute) ?? '') ? Number(element.getAttribute(attribute)) : undefined

/** Whether an item starts with a heading, as numbered headings of Google Docs and LibreOffice do. */
function isHeading(item: Element) {
  const first = [...item.childNodes].find((node) => node.textContent?.trim() || node instanceof Element)
  if (!(first instanceof Element) || !/^h[1-6]$/.test(first.localName)) return false
  if (/^h[56]$/.test(first.localName)) renamed(first, 'h4')
  return true
}
