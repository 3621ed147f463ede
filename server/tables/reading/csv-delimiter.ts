/** In order of preference where two fit equally: commas also occur in numbers and sentences. */
const DELIMITERS = ['\t', ';', ',']
const SEPARATOR_LINE = /^"?sep=([^\r\n])"?(\r\n|\n|\r)/i

/** The delimiter that the first line declares for Excel, with that line's length. */
export function namedDelimiter(text: string) {
  const [line, delimiter] = SEPARATOR_LINE.exec(text) ?? []
  return line && delimiter ? { delimiter, length: line.length } : undefined
}

/** The delimiter with which a text's rows have as many cells as its first row. */
export function delimiterOf(text: string): string {
  const rated = DELIMITERS.map((delimiter) => ({ delimiter, ...ratingOf(text, delimiter) }))
  const several = rated.filter(({ heads }) => heads > 1)
  const [best] = (several.length ? several : rated.toReversed()).toSorted(
    (one, other) => other.fitting - one.fitting || other.heads - one.heads,
  )
  return best?.delimiter ?? ','
}

/** Rows without their last cells count half. */
const HALF = 0.5

function ratingOf(text: string, delimiter: string) {
  let heads = 0
  let rows = 0
  let fitting = 0
  const scan = rowScanner(delimiter, (cells) => {
    if (!cells) return
    heads ||= cells
    rows++
    if (cells === heads) fitting++
    else if (cells > 1 && cells < heads) fitting += HALF
  })
  scan(text)
  // The sample may end anywhere, and a file's last row may have no line break.
  scan('\n')
  return { heads, fitting: rows ? fitting / rows : 0 }
}

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [34, 10, 13]

/**
 * A function that takes a text in parts and reports each row's number of cells with a delimiter, none for a blank row.
 * Quotes count only at the beginning of a cell.
 */
export function rowScanner(delimiter: string, tell: (cells: number) => void): (part: string) => void {
  const separator = delimiter.charCodeAt(0)
  let cells = 1
  let isQuoted = false
  let isCellStart = true
  let isBlank = true
  /** The previous character, if it may combine with the next: a quote that ended a cell, or a carriage return. */
  let before = 0
  return (part) => {
    for (let place = 0; place < part.length; place++) {
      const code = part.charCodeAt(place)
      const last = before
      before = 0
      if (isQuoted) {
        if (code !== QUOTE) continue
        isQuoted = false
        before = QUOTE
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        if (code !== LINE_FEED || last !== CARRIAGE_RETURN) tell(isBlank ? 0 : cells)
        before = code
        cells = 1
        isCellStart = true
        isBlank = true
      } else if (code === separator) {
        cells++
        isCellStart = true
      } else {
        isQuoted = code === QUOTE && (isCellStart || last === QUOTE)
        isCellStart = false
        isBlank = false
      }
    }
  }
}
