import type { Generated } from 'kysely'
import type { Purpose } from '#contract/notifications.ts'

/** What the description of a message does not tell of its columns. */
export type MessageColumns = {
  purpose: Generated<Purpose>
  imprint: Generated<string>
  no_consent: Generated<number>
  /** Who was meant, where that was said by conditions: these and their sentence, as JSON. */
  audience: Generated<string | null>
}
