type Random = () => number

/** Words that were once printed wrongly: long ones, other scripts, ligatures, marks, joined ones. */
const WORDS = [
  ...'valve office Refrigerator/Freezer TT0-2185-LTD 12.5 x² ½ … naïve AVAST Öl e\u0301 ﬁne &lt;b&gt; 🔧'.split(' '),
  ...'प्रिंट हिन्दी หน้าที่ 主电源 한국어 カタカナ'.split(' '),
  'ten&nbsp;kilometres&nbsp;per&nbsp;hour',
  `word${'long'.repeat(30)}`,
]
const MARKS = 'strong em u s code mark sub sup'.split(' ')
const LISTS = ['ul', 'ol', 'ol type="a" start="25"', 'ol type="I"', 'ol type="i" start="4"', 'ol start="9"']
const CELLS = ['td', 'td', 'td', 'th', 'td colspan="2"', 'td rowspan="2"', 'td rowspan="3" colspan="2"']

/**
 * The HTML of a page with everything the editor can write, nested and mixed by `random`; `pictures` are the addresses
 * it shows. About `size` elements.
 */
export function randomPage(random: Random, pictures: string[], size = 120) {
  let left = size
  const below = (most: number) => Math.floor(random() * most)
  const one = <Item>(of: readonly Item[]) => of[below(of.length)] as Item
  const some = (most: number, make: () => string) =>
    Array.from({ length: 1 + below(most) }, () => (left-- > 0 ? make() : '')).join('')
  const within = (start: string, content: string) => `<${start}>${content}</${start.split(' ')[0]}>`

  const inline = (): string => {
    const kind = random()
    if (kind < 0.7) return `${one(WORDS)}${random() < 0.8 ? ' ' : ''}`
    if (kind < 0.74)
      return `<img src="${one(pictures)}" alt="${random() < 0.5 ? '' : `A &quot;${one(['pump', 'valve'])}&quot;`}">`
    if (kind < 0.78) return '<br>'
    if (kind < 0.85) return within('a href="https://example.com/help"', some(3, inline))
    return within(one(MARKS), some(3, inline))
  }
  const paragraph = () => within('p', random() < 0.05 ? 'many words '.repeat(below(400)) : some(8, inline))
  const block = (depth: number): string => {
    const kind = random()
    if (kind < 0.5 || depth > 3) return paragraph()
    if (kind < 0.62) return within(`h${1 + below(4)}`, some(3, inline))
    if (kind < 0.75)
      return within(
        one(LISTS),
        some(6, () => within('li', blocks(depth + 1))),
      )
    if (kind < 0.8) return within('blockquote', blocks(depth + 1))
    if (kind < 0.84)
      return within(
        'pre',
        within(
          'code',
          some(12, () => `${one(['a = 1', '  b', ''])}\n`),
        ),
      )
    if (kind < 0.86) return '<hr>'
    const columns = 1 + below(random() < 0.1 ? 16 : 5)
    const row = () =>
      within(
        'tr',
        some(columns, () => within(one(CELLS), random() < 0.7 ? paragraph() : blocks(depth + 1))),
      )
    return within('table', within('tbody', some(random() < 0.1 ? 30 : 6, row)))
  }
  const blocks = (depth: number): string => some(3, () => block(depth))
  let html = ''
  while (left > 0) html += block(0)
  return html
}
