import { isInOrder, type Publishing, TAKEN_DOWN_FIRST } from '#contract/publishing.ts'
import { refused } from '../../errors.ts'

type Dates = { [Name in keyof Publishing]?: string | null | undefined }

/** The dates of publishing among the fields of a call; those that are left out stay as they are. */
export const datesOf = ({ publish_at, unpublish_at }: Dates): Partial<Publishing> => ({
  ...(publish_at !== undefined && { publish_at }),
  ...(unpublish_at !== undefined && { unpublish_at }),
})

/** Throws 422 for a record that would be taken down before it is published. */
export function refuseDisorder(
  _db: unknown,
  values: Partial<Publishing>,
  { current }: { current?: Publishing | undefined },
) {
  if (!isInOrder({ ...current, ...values })) throw refused('unpublish_at', TAKEN_DOWN_FIRST)
}
