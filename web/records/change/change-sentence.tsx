import type { Change } from '#contract/changes.ts'

/** A change as a sentence: what the server says about it, or the message and the record that it is about. */
export function ChangeSentence({ change }: { change: Change & { sentence?: string } }) {
  return change.sentence ?? `${change.by.name}: ${change.message}`
}
