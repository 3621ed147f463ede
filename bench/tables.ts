/** Prints a Markdown table; nothing if there are no rows. */
export function table(title: string, columns: string[], lines: string[][]) {
  if (!lines.length) return
  const head = ['', ...columns]
  const widths = head.map((word, place) => Math.max(3, word.length, ...lines.map((line) => line[place]?.length ?? 0)))
  const row = (cells: string[]) =>
    `| ${widths.map((width, place) => pad(cells[place] ?? '', width, place)).join(' | ')} |`
  const rule = widths.map((width, place) => (place ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  console.log(`\n### ${title}\n`)
  for (const cells of [head, rule, ...lines]) console.log(row(cells))
}

const pad = (word: string, width: number, place: number) => (place ? word.padStart(width) : word.padEnd(width))

/** A whole number with separators. */
export const count = (value: number) => Math.round(value).toLocaleString('en-US')
/** One decimal below 100, none above. */
export const tenths = (value: number) => (value < 100 ? value.toFixed(1) : count(value))
/** Two decimals. */
export const ratio = (value: number) => value.toFixed(2)
/** A share as a percentage. */
export const percent = (share: number) => `${Math.round(share * 100)} %`
/** Whether an aim was met, in a word. */
export const aim = (met: boolean) => (met ? 'met' : 'missed')
