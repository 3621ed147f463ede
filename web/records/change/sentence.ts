import type { ToldChange } from '#contract/changes.ts'

type Told = Pick<ToldChange, 'by' | 'sentence'>

/** What was done, where it is said elsewhere who did it: 'Renamed topic Fuses to Fuse Box'. */
export function whatOf({ by, sentence }: Told) {
  const who = `${by.name}${by.kind === 'system' ? ':' : ''} `
  if (!by.name || !sentence.startsWith(who)) return sentence
  const what = sentence.slice(who.length)
  return what.charAt(0).toUpperCase() + what.slice(1)
}

/** Whether an undo did again what another undo had taken back. */
export const isRedone = (change: Told) => /^(?:Redid|Is redoing)/.test(whatOf(change))
