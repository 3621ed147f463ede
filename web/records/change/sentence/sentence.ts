import type { DescribedChange, SentencePart } from '#contract/changes.ts'
import { capital } from '#contract/plural.ts'

/** What was done, in parts, without who did it. */
export function whatParts({ parts }: Pick<DescribedChange, 'parts'>): SentencePart[] {
  const [first, ...others] = parts.filter(({ is_actor }) => !is_actor)
  if (!first || first.link) return [first ?? [], others].flat()
  const text = first.text.trimStart()
  return [{ ...first, text: capital(text) }, ...others]
}

/** The same as text: 'Renamed topic Fuses to Fuse Box'. */
export const whatOf = (change: Pick<DescribedChange, 'parts'>) =>
  whatParts(change)
    .map(({ text }) => text)
    .join('')
