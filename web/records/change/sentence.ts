import type { NamedRecord, ToldChange } from '#contract/changes.ts'

type Told = Pick<ToldChange, 'by' | 'sentence'>

/** What was done, where it is said elsewhere who did it: 'Renamed topic Fuses to Fuse Box'. */
export function whatOf({ by, sentence }: Told) {
  const who = `${by.name}${by.kind === 'system' ? ':' : ''} `
  if (!by.name || !sentence.startsWith(who)) return sentence
  const what = sentence.slice(who.length)
  return what.charAt(0).toUpperCase() + what.slice(1)
}

/** What was done, in parts: text, and the records that it names, each once. */
export function partsOf(change: Told & Pick<ToldChange, 'details'>): (string | NamedRecord)[] {
  let rest = whatOf(change)
  const parts: (string | NamedRecord)[] = []
  for (const record of change.details) {
    const place = placeOf(record.title, rest)
    if (place === -1) continue
    parts.push(rest.slice(0, place), record)
    rest = rest.slice(place + record.title.length)
  }
  return [...parts, rest].filter((part) => part !== '')
}

/** Where a title stands in a text as a whole word: never the 6 of 65; -1 where it does not. */
function placeOf(title: string, text: string) {
  if (!title) return -1
  const isOpen = (at: number) => !/[\p{L}\p{N}]/u.test(text.charAt(at))
  for (let at = text.indexOf(title); at !== -1; at = text.indexOf(title, at + 1)) {
    if (at > 0 && isOpen(at - 1) && isOpen(at + title.length)) return at
  }
  return -1
}

/** Whether an undo did again what another undo had taken back. */
export const isRedone = (change: Told) => /^(?:Redid|Is redoing)/.test(whatOf(change))
