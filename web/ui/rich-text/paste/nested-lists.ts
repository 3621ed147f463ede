import type { Counting, ListNumber } from './list-numbers.ts'

/** What precedes an item of a list. */
export type Mark = ListNumber | 'bullet'

type Open = { level: number; list: Element; item: Element; mark: Mark }

/** The open lists, outermost first, while items are added one by one. */
export class NestedLists {
  #open: Open[] = []
  /** The outermost list around the last item. */
  root: Element | undefined

  /** Ends all lists: the next item starts a new one. */
  end() {
    this.#open = []
    this.root = undefined
  }

  /** Whether an item with this mark and level would be the next one of an open list. */
  goesOn(level: number, mark: Mark) {
    const open = this.#open.findLast((one) => one.level <= level)
    return open?.level === level && isNext(open.mark, mark)
  }

  /** The innermost last item of the open lists that satisfies a condition. */
  lastItem(holds: (open: Readonly<Open>) => boolean): Readonly<Open> | undefined {
    return this.#open.findLast(holds)
  }

  /**
   * Puts an item after the last one: into its list, or into a new one in the item above it, because a list counts its
   * items without gaps. An outermost list is handed to `place`.
   */
  add(level: number, mark: Mark, content: Iterable<Node>, place: (list: Element) => void) {
    const goesOn = this.goesOn(level, mark)
    while (this.#open.length && (this.#open.at(-1)?.level ?? 0) > level) this.#open.pop()
    const item = document.createElement('li')
    item.append(...content)
    const last = this.#open.at(-1)
    if (goesOn && last) {
      last.list.append(item)
      Object.assign(last, { item, mark })
      return item
    }
    if (last?.level === level) this.#open.pop()
    const list = newList(mark)
    list.append(item)
    const above = this.#open.at(-1)
    if (above) above.item.append(list)
    else {
      place(list)
      this.root = list
    }
    this.#open.push({ level, list, item, mark })
    return item
  }
}

const isNext = (before: Mark, mark: Mark) =>
  before === 'bullet' || mark === 'bullet'
    ? before === mark
    : before.type === mark.type && before.number + 1 === mark.number

function newList(mark: Mark) {
  const list = document.createElement(mark === 'bullet' ? 'ul' : 'ol')
  if (mark !== 'bullet') countFrom(list, mark)
  return list
}

/** Makes a list start with a number and count in its own way, if the server keeps that. */
export function countFrom(list: Element, { type, number }: { type: Counting; number: number }) {
  list.removeAttribute('type')
  list.removeAttribute('start')
  if (type !== '1') list.setAttribute('type', type)
  if (number !== 1 && number >= 0 && number <= LARGEST) list.setAttribute('start', String(number))
}

const LARGEST = 999_999
