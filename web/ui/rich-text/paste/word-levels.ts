import { meaningsOf } from './list-numbers.ts'
import { elementBefore } from './markup.ts'
import type { Mark } from './nested-lists.ts'

/** A paragraph of a list whose number has one or more levels. */
type Levelled = {
  element: Element
  list: string
  level: number
  /** The numbers of the levels above, which precede its own: `1` of `1.2`. */
  before: string[]
  mark?: Mark | undefined
}

/** Whether a paragraph without a number continues the item before it. */
export const goesOnInItem = ({ className }: Element) => /^MsoList(Continue|Paragraph)/.test(className)

/**
 * Finds the lists with numbers such as `1.2` whose levels nested lists cannot count: something separates an item from
 * the one above it, or the one above it is not an item.
 */
export function listsWithoutLevels(paragraphs: readonly Levelled[]): Set<string> {
  const lists = new Set<string>()
  let open: Levelled[] = []
  let last: Element | undefined
  for (const paragraph of paragraphs) {
    const { element, list, level, before } = paragraph
    if (itemBefore(element) !== last) open = []
    open = open.filter((one) => one.level < level)
    if (before.length && !isNumberOf(before.at(-1), open.at(-1)?.mark)) lists.add(list)
    open.push(paragraph)
    last = element
  }
  return lists
}

/** The element before a paragraph, except those that continue an item. */
function itemBefore(paragraph: Element) {
  let before = elementBefore(paragraph)
  while (before && goesOnInItem(before) && !/mso-list/.test(before.getAttribute('style') ?? '')) {
    before = elementBefore(before)
  }
  return before
}

const isNumberOf = (part: string | undefined, mark: Mark | undefined) =>
  mark !== undefined &&
  mark !== 'bullet' &&
  meaningsOf(part ?? '').some(({ type, number }) => type === mark.type && number === mark.number)
