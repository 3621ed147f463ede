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

export const count = (value: number) => Math.round(value).toLocaleString('en-US')
export const tenths = (value: number) => (value < 100 ? value.toFixed(1) : count(value))
export const ratio = (value: number) => value.toFixed(2)
export const aim = (met: boolean) => (met ? 'met' : 'missed')
