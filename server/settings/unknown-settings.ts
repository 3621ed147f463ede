/** Shorter names are used by other programs too. */
const SHORTEST = 6

/**
 * The variables that look like a setting but are none, each with the setting that may be meant. `known` are the names
 * of all settings, `secrets` those that may come from files.
 */
export function unknownSettings(env: Record<string, string | undefined>, known: string[], secrets: string[]) {
  const all = [...known, ...secrets.map((name) => `${name}_FILE`)]
  return Object.keys(env).flatMap((name) => {
    if (!env[name]?.trim() || all.includes(name)) return []
    const meant = all.find((one) => looksLike(name, one)) ?? known.find((one) => name === `${one}_FILE`)
    return meant === undefined ? [] : [{ name, meant }]
  })
}

const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

function looksLike(name: string, setting: string) {
  const [one, other] = [plain(name), plain(setting)]
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  return shorter >= SHORTEST && distance(one, other) <= (shorter > 8 ? 2 : 1)
}

/** How many letters must be added, left out, replaced or swapped with the next one; 3 if more than two. */
function distance(one: string, other: string) {
  if (Math.abs(one.length - other.length) > 2) return 3
  let twoBefore: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let place = 1; place <= other.length; place++) {
      const same = one[row - 1] === other[place - 1]
      let least = Math.min(
        (now[place - 1] ?? 0) + 1,
        (before[place] ?? 0) + 1,
        (before[place - 1] ?? 0) + (same ? 0 : 1),
      )
      if (one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1])
        least = Math.min(least, (twoBefore[place - 2] ?? 3) + 1)
      now.push(least)
    }
    twoBefore = before
    before = now
  }
  return before.at(-1) ?? 0
}
