/** Those that come first are taken where two fit as well: commas also stand in numbers and sentences. */
const DELIMITERS = ['\t', ';', ',']
const SEPARATOR_LINE = /^"?sep=([^\r\n])"?(\r\n|\n|\r)/i

/** The delimiter that the first line names for Excel, with the length of that line. */
export function namedDelimiter(text: string) {
  const [line, delimiter] = SEPARATOR_LINE.exec(text) ?? []
  return line && delimiter ? { delimiter, length: line.length } : undefined
}

/** The delimiter by which the rows of a text have as many cells as its first row. */
export function delimiterOf(text: string): string {
  const rated = DELIMITERS.map((delimiter) => ({ delimiter, ...ratingOf(text, delimiter) }))
  const several = rated.filter(({ heads }) => heads > 1)
  const [best] = (several.length ? several : rated.toReversed()).toSorted(
    (one, other) => other.fitting - one.fitting || other.heads - one.heads,
  )
  return best?.delimiter ?? ','
}

/** Rows that lack their last cells fit half. */
const HALF = 0.5

function ratingOf(text: string, delimiter: string) {
  let heads = 0
  let rows = 0
  let fitting = 0
  for (const cells of cellCounts(text, delimiter)) {
    heads ||= cells
    rows++
    if (cells === heads) fitting++
    else if (cells > 1 && cells < heads) fitting += HALF
  }
  return { heads, fitting: rows ? fitting / rows : 0 }
}

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [34, 10, 13]

/** The number of cells in each row with a character; quotes count where a cell begins with one. */
function* cellCounts(text: string, delimiter: string) {
  const separator = delimiter.charCodeAt(0)
  let cells = 1
  let isQuoted = false
  let isCellStart = true
  let isBlank = true
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (isQuoted) {
      if (code !== QUOTE) continue
      if (text.charCodeAt(place + 1) === QUOTE) place++
      else isQuoted = false
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (!isBlank) yield cells
      cells = 1
      isCellStart = true
      isBlank = true
    } else if (code === separator) {
      cells++
      isCellStart = true
    } else {
      isQuoted = code === QUOTE && isCellStart
      isCellStart = false
      isBlank = false
    }
  }
  if (!isBlank && !isQuoted) yield cells
}
