const LEVEL = /mso-list:\s*l(\d+)\s+level(\d)/i
const NUMBERED = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i

/** Makes lists of the paragraphs that Word writes for them: `mso-list` has the level, and a part to ignore the bullet. */
export function listsFromWord(content: DocumentFragment) {
  /** The open lists, outermost first. */
  let open: Element[] = []
  let lastList: string | undefined
  for (const paragraph of content.querySelectorAll('p, h1, h2, h3, h4')) {
    const [, list, digit] = LEVEL.exec(paragraph.getAttribute('style') ?? '') ?? []
    if (!digit) continue
    const level = Number(digit)
    const isNumbered = NUMBERED.test(bulletOf(paragraph))
    const goesOn = open.length > 0 && paragraph.previousElementSibling === open[0] && list === lastList
    if (!goesOn) open = []
    open.length = Math.min(open.length, level)
    while (open.length < level) open.push(newList(open.at(-1), paragraph, isNumbered))
    const item = document.createElement('li')
    const text = document.createElement('p')
    text.append(...paragraph.childNodes)
    item.append(text)
    open.at(-1)?.append(item)
    paragraph.remove()
    lastList = list
  }
}

/** Takes the bullet or number out of a paragraph, and returns it. */
function bulletOf(paragraph: Element) {
  const ignored = [...paragraph.querySelectorAll('[style*="mso-list"]')].filter((part) =>
    /mso-list:\s*Ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const bullet = ignored.map((part) => part.textContent).join('')
  for (const part of ignored) part.remove()
  return bullet
}

/** A new list below the last item of `outer`, or in the place of a paragraph. */
function newList(outer: Element | undefined, paragraph: Element, isNumbered: boolean) {
  const list = document.createElement(isNumbered ? 'ol' : 'ul')
  if (!outer) paragraph.before(list)
  else {
    if (!outer.lastElementChild) outer.append(document.createElement('li'))
    outer.lastElementChild?.append(list)
  }
  return list
}
