import type { RtfPicture } from './rtf-pictures.ts'
import { type Shape, shapeIdsOf } from './word-shapes.ts'

/** By how much the size of a picture may differ between HTML and RTF, in pixels. */
const TOLERANCE = 2

type Wanted = { image: Element; number: string | undefined; name: string; alt: string; isDrawn: boolean }

/**
 * Finds pictures whose files are on another computer in the RTF that came with them: first by what identifies them,
 * then by their order. Where it is not certain which is which, none is found.
 */
export function matched(
  images: readonly Element[],
  shapes: ReadonlyMap<string, Shape>,
  found: readonly RtfPicture[],
): Map<Element, RtfPicture> {
  const matches = new Map<Element, RtfPicture>()
  const taken = new Set<RtfPicture>()
  const wanted = images.map((image) => wantedBy(image, shapes))
  const match = ({ image }: Wanted, one: RtfPicture) => {
    matches.set(image, one)
    taken.add(one)
  }
  for (const key of ['number', 'name', 'alt'] satisfies Key[]) {
    for (const [wanting, one] of pairsBy(key, rest(), others())) match(wanting, one)
  }
  const pictures = () => rest().filter(({ isDrawn }) => !isDrawn)
  const notDrawn = () => others().filter(({ isDrawn }) => !isDrawn)
  const inOrder = [
    [pictures(), notDrawn()],
    [rest(), others()],
  ] as const
  const [certain, candidates] = inOrder.find(([left, right]) => left.length === right.length) ?? []
  const pairs =
    certain && candidates ? certain.map((one, at) => [one, candidates[at]] as const) : aligned(pictures(), notDrawn())
  for (const [wanting, one] of pairs) if (one) match(wanting, one)
  return matches

  function rest() {
    return wanted.filter(({ image }) => !matches.has(image))
  }
  function others() {
    return found.filter((one) => !taken.has(one))
  }
}

function wantedBy(image: Element, shapes: ReadonlyMap<string, Shape>): Wanted {
  const ids = shapeIdsOf(image)
  const [id = ''] = ids
  const shape = shapes.get(id)
  const name = id.startsWith('_x0000_')
    ? ''
    : id.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return {
    image,
    number: shape?.number ?? /^_x0000_[a-z](\d+)$/.exec(id)?.[1],
    name,
    alt: (image.getAttribute('alt') || shape?.alt) ?? '',
    isDrawn: ids.length > 1 || shape?.isPicture === false,
  }
}

type Key = 'number' | 'name' | 'alt'

/** Pairs that share a number, name or alternative text that no other picture has. */
function pairsBy(key: Key, wanted: Wanted[], found: RtfPicture[]) {
  const only = <One extends Record<Key, string | undefined>>(all: One[], value: string | undefined) => {
    const same = all.filter((one) => one[key] === value)
    return value && same.length === 1 ? same[0] : undefined
  }
  return wanted.flatMap((one) => {
    const same = only(wanted, one[key]) && only(found, one[key])
    return same ? [[one, same] as const] : []
  })
}

/** Pairs what fits in the same order, if there is only one way to do so, from the start as from the end. */
function aligned(wanted: Wanted[], found: RtfPicture[]) {
  const fits = wanted.map(({ image }) => found.map((one) => isLike(image, one)))
  const forwards = longest(fits)
  const backwards = longest(fits.toReversed().map((row) => row.toReversed())).map(
    ([left, right]) => `${wanted.length - 1 - left} ${found.length - 1 - right}`,
  )
  return forwards
    .filter(([left, right]) => backwards.includes(`${left} ${right}`))
    .map(([left, right]) => [wanted[left] as Wanted, found[right]] as const)
}

/** The longest sequence of pairs that fit; the earliest of several. */
function longest(fits: boolean[][]): [number, number][] {
  const columns = fits[0]?.length ?? 0
  const lengths = Array.from({ length: fits.length + 1 }, () => Array.from({ length: columns + 1 }, () => 0))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = fits.length - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const both = fits[row]?.[column] ? at(row + 1, column + 1) + 1 : 0
      ;(lengths[row] as number[])[column] = Math.max(both, at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < fits.length && column < columns; ) {
    if (fits[row]?.[column] && at(row, column) === at(row + 1, column + 1) + 1) pairs.push([row++, column++])
    else if (at(row, column + 1) >= at(row + 1, column)) column += 1
    else row += 1
  }
  return pairs
}

/** Whether type and size can be those of the same picture. */
function isLike(image: Element, { picture, width, height }: RtfPicture) {
  const [, ending = ''] = /\.(\w+)$/.exec(image.getAttribute('src') ?? '') ?? []
  const type = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }[ending.toLowerCase()]
  if (type && picture && type !== picture.type) return false
  const isNear = (side: string, other: number) => {
    const own = Number(image.getAttribute(side))
    return !own || !other || Math.abs(own - other) <= TOLERANCE
  }
  return isNear('width', width) && isNear('height', height)
}
