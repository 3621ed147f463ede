import type { AudienceCount } from '#contract/audiences.ts'
import { counted, plural } from '#contract/plural.ts'

/** `410 have not agreed to news.` */
export const notAgreed = (count: number) => `${counted(count, 'has', 'have')} not agreed to news.`

/** Who is held back and why, a sentence each; those without a phone are told in the app only. */
export function heldBackWords({ no_consent, no_device, unknown_place }: AudienceCount['held_back']) {
  return [
    no_consent && notAgreed(no_consent),
    unknown_place && `${counted(unknown_place, 'owner')} gave no place that is known, and will not get it.`,
    no_device &&
      `${counted(no_device, 'has', 'have')} no phone that gets messages, and ${plural(no_device, 'finds', 'find')} it in the app.`,
  ].filter((words) => words !== 0)
}
