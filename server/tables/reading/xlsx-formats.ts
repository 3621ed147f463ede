import { MOST_STYLES } from './limits.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import { readAllXml } from './xlsx-xml.ts'

/** How a number is shown: as it is, as a moment, as a duration, or with leading zeros, perhaps in groups. */
export type NumberFormat =
  | { type: 'plain' }
  | { type: 'moment'; hasDay: boolean }
  | { type: 'duration' }
  | { type: 'zeros'; pattern: string }

const PLAIN: NumberFormat = { type: 'plain' }
const DAY: NumberFormat = { type: 'moment', hasDay: true }
const TIME: NumberFormat = { type: 'moment', hasDay: false }
const DURATION: NumberFormat = { type: 'duration' }

/** Formats that every spreadsheet program knows by number (ECMA-376, 18.8.30), including East Asian ones. */
const BUILT_IN: [from: number, to: number, format: NumberFormat][] = [
  [14, 17, DAY],
  [18, 21, TIME],
  [22, 22, DAY],
  [27, 31, DAY],
  [32, 35, TIME],
  [36, 36, DAY],
  [45, 45, TIME],
  [46, 46, DURATION],
  [47, 47, TIME],
  [50, 58, DAY],
]

/** Zeros, dashes and spaces, as in postal codes and other numbers that nobody adds up. */
const ZEROS = /^(?=.*0.*0)[0 -]+$/
/** What stands for itself, then what is not shown: widths, fillers, colours and languages. */
const LITERAL = /\\(.)|"([^"]*)"|_.|\*.|\[[^[\]]*\]/g

/** The format that a code such as `yyyy-mm-dd` or `00000-0000` means. */
export function formatOf(code: string): NumberFormat {
  const [pattern = ''] = code.replaceAll(LITERAL, '$1$2').split(';')
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  if (/\[(h+|m+|s+)\]/i.test(first)) return DURATION
  const letters = first.replaceAll(/\[[^[\]]*\]/g, '').replaceAll(/general|am\/pm|a\/p/gi, '')
  if (ZEROS.test(pattern)) return { type: 'zeros', pattern }
  if (/[yd]/i.test(letters)) return DAY
  if (/[hs]/i.test(letters)) return TIME
  return /m/i.test(letters) ? DAY : PLAIN
}

/** Reads a workbook's styles: returns a function that gives a style's format by its place. */
export async function formatsOf(bytes: AsyncIterable<Uint8Array>): Promise<(style: number) => NumberFormat> {
  const codes = new Map<number, NumberFormat>()
  const styles: number[] = []
  let isInStyles = false
  await readAllXml(bytes, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatOf(formatCode ?? ''))
      if (name === 'cellXfs') isInStyles = true
      if (name === 'xf' && isInStyles) styles.push(Number(numFmtId ?? 0))
      if (styles.length > MOST_STYLES || codes.size > MOST_STYLES) throw new UnreadableTable(refusals.damaged)
    },
    close(name) {
      if (name === 'cellXfs') isInStyles = false
    },
    text() {},
  })
  return (style) => {
    const id = styles[style] ?? 0
    return codes.get(id) ?? BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? PLAIN
  }
}
