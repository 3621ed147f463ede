const DEFAULT_WIDTH = 1440
const PX_PER_EM = 16

let width = DEFAULT_WIDTH

/** Sets the width in pixels that media queries see, until the end of the test. Call it before rendering. */
export function setWindowWidth(pixels: number) {
  width = pixels
}

export const resetWindowWidth = () => setWindowWidth(DEFAULT_WIDTH)

/** Whether a media query of the form `(width < 48em)` or `(width >= 48em)` matches; any other does not. */
export function matchesWidth(query: string) {
  const [, operator, em] = /^\(width (<|>=) (\d+)em\)$/.exec(query) ?? []
  if (!operator) return false
  const limit = Number(em) * PX_PER_EM
  return operator === '<' ? width < limit : width >= limit
}
