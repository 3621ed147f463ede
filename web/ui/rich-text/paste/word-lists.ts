import { decided, meaningsOf } from './list-numbers.ts'
import { elementBefore, isBlank, styleOf } from './markup.ts'
import { type Mark, NestedLists } from './nested-lists.ts'
import { goesOnInItem, listsWithoutLevels } from './word-levels.ts'
import { type Countings, countingOf, type Numbering, placeInList, takeNumbering } from './word-numbering.ts'
import { DELETED } from './word-revisions.ts'

type Paragraph = Numbering & {
  element: Element
  /** The numbers of the levels above, which precede its own: `1.` of `1.2`. */
  before: string[]
  /** Its own part of the number: `2` of `1.2`. */
  own: string
  mark?: Mark | undefined
}

/**
 * Turns the paragraphs that Word writes for lists into lists. Each list starts with its own first number. Numbers that
 * no list can show, such as `Step 1:`, or `1.1` without a 1 before it, stay as text. Returns the numbers of which a
 * list shows only the last part.
 */
export function listsFromWord(content: DocumentFragment, countings: Countings): string[] {
  const paragraphs = [...content.querySelectorAll('p')].flatMap((element): Paragraph[] => {
    const numbering = takeNumbering(element, countings)
    return numbering ? [{ ...numbering, ...partsOf(numbering.written), element }] : []
  })
  for (const sameLevel of Map.groupBy(paragraphs, ({ list, level }) => `${list} ${level}`).values()) {
    decideMarks(sameLevel, countings)
  }
  const byElement = new Map(paragraphs.map((one) => [one.element, one]))
  const asText = listsWithoutLevels(paragraphs)
  const shortened: string[] = []
  const lists = new NestedLists()
  for (const paragraph of content.querySelectorAll('p')) {
    const isNextTo = Boolean(lists.root) && elementBefore(paragraph) === lists.root
    const one = byElement.get(paragraph)
    if (one) {
      if (!isNextTo) lists.end()
      if (put(one, lists, asText)) shortened.push(one.written)
    } else if (isNextTo) goOnInItem(paragraph, lists)
  }
  return shortened
}

/** Splits a number with several levels, such as `1.2` or `1.a)`. */
function partsOf(written: string) {
  const parts = written.split('.').filter(Boolean)
  const isNumbers = parts.length > 1 && parts.every((part) => meaningsOf(part).length > 0)
  return { before: isNumbers ? parts.slice(0, -1) : [], own: isNumbers ? (parts.at(-1) ?? '') : written }
}

/** Decides the marks of the paragraphs at one level of a list, not counting what a tracked change deletes. */
function decideMarks(paragraphs: Paragraph[], countings: Countings) {
  const numbered = paragraphs.filter(({ isBullet }) => !isBullet)
  const [first] = numbered
  const numbers = decided(
    numbered.map(({ own }) => meaningsOf(own)),
    first && countingOf(countings, first),
  )
  let deleted = 0
  let shift = 0
  let before = 0
  for (const paragraph of paragraphs) {
    const isDeleted = paragraph.element.hasAttribute(DELETED)
    const number = paragraph.isBullet ? undefined : (numbers[numbered.indexOf(paragraph)] ?? unwritten(paragraph))
    if (isDeleted) deleted += 1
    else if (number) {
      const missing = number.number - before - 1
      if (number.number <= before) shift = 0
      else if (missing > 0 && missing <= deleted) shift += missing
      deleted = 0
      before = number.number
    }
    paragraph.mark = paragraph.isBullet ? 'bullet' : number && { ...number, number: number.number - shift }
  }

  function unwritten(paragraph: Paragraph) {
    const type = paragraph.written ? undefined : countingOf(countings, paragraph)
    return type && { type, number: before + 1 }
  }
}

/** Puts a paragraph into its list. Returns whether its number lost the parts of the levels above. */
function put(paragraph: Paragraph, lists: NestedLists, asText: Set<string>) {
  const { element, list, level, mark, before, written } = paragraph
  if (element.hasAttribute(DELETED)) {
    element.remove()
    return false
  }
  if (!mark || (before.length && asText.has(list))) {
    element.prepend(`${written} `)
    lists.end()
    return false
  }
  const text = document.createElement('p')
  const style = element.getAttribute('style')
  if (style) text.setAttribute('style', style)
  if (mark === 'bullet' && CHECKED.has(written)) text.append(`${CHECKED.get(written)} `)
  text.append(...element.childNodes)
  lists.add(level, mark, [text], (list) => element.before(list))
  element.remove()
  return before.length > 0
}

/** Bullets that say whether something is done, in Wingdings and in Unicode. */
const CHECKED = new Map([
  ['þ', '☑'],
  ['ý', '☒'],
  ['\uF0FE', '☑'],
  ['\uF0FD', '☒'],
  ['☐', '☐'],
  ['☑', '☑'],
  ['☒', '☒'],
])

/** Puts a paragraph without a number into the item before it, if Word shows it there. */
function goOnInItem(paragraph: Element, lists: NestedLists) {
  if (!goesOnInItem(paragraph) || isBlank(paragraph) || placeInList(paragraph)) return
  const indent = Number.parseFloat(styleOf(paragraph, 'margin-left'))
  if (indent === 0) return
  const [, ownLevel] = /^MsoListContinue(\d?)/.exec(paragraph.className) ?? []
  const depth = ownLevel === undefined ? Math.max(1, Math.round((indent || STEP) / STEP)) : Number(ownLevel || 1)
  const item = lists.lastItem((open) => open.level <= depth) ?? lists.lastItem(() => true)
  item?.item.append(paragraph)
}

/** How far Word indents each level, in points. */
const STEP = 36
