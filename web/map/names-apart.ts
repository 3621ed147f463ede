/** A name on a map, and where its point is, in pixels. */
type Placed = { name: string; x: number; y: number }

/** In pixels: a line, its point before the text, and about what a character takes. */
const HEIGHT = 18
const POINT = 14
const CHARACTER = 7

/** The names that can be written without touching those before them, within a map of this width. */
export function namesApart<Name extends Placed>(names: Name[], width: number): Name[] {
  const written: Name[] = []
  const endOf = ({ name, x }: Placed) => x + POINT + name.length * CHARACTER
  for (const one of names) {
    const isCut = width > 0 && endOf(one) > width
    const meets = (other: Placed) => Math.abs(other.y - one.y) < HEIGHT && one.x < endOf(other) && other.x < endOf(one)
    if (!isCut && !written.some(meets)) written.push(one)
  }
  return written
}
