import type { AudienceCount } from '#contract/audiences.ts'
import { counted, plural } from '#contract/plural.ts'

/** `410 have not agreed to news.` */
export const notAgreed = (count: number) => `${counted(count, 'has', 'have')} not agreed to news.`

type Chosen = Pick<AudienceCount['held_back'], 'no_consent' | 'weekly_limit' | 'unknown_zone'>

/** Which of the chosen users are not told, or told differently, a sentence each. */
export const chosenHeldBackWords = ({ no_consent, weekly_limit, unknown_zone }: Chosen) =>
  [
    no_consent && notAgreed(no_consent),
    weekly_limit &&
      `${counted(weekly_limit, 'has', 'have')} got as many messages this week as one may, and ${plural(weekly_limit, 'finds', 'find')} it in the app only.`,
    unknown_zone &&
      `${counted(unknown_zone, 'has', 'have')} no known time zone: their phones ring only when it is day from Newfoundland to Hawaii.`,
  ].filter((words) => words !== 0)

/** The same for those who meet conditions; those without a phone are told in the app only. */
export function heldBackWords({ no_device, unknown_place, ...chosen }: AudienceCount['held_back']) {
  return [
    ...chosenHeldBackWords(chosen),
    unknown_place && `${counted(unknown_place, 'owner')} gave no place that is known, and will not get it.`,
    no_device &&
      `${counted(no_device, 'has', 'have')} no phone that gets messages, and ${plural(no_device, 'finds', 'find')} it in the app.`,
  ].filter((words) => words !== 0)
}
