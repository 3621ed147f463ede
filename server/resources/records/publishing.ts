import { isInOrder, type Publishing, TAKEN_DOWN_FIRST } from '#contract/publishing.ts'
import { refused } from '../../errors.ts'

/** Throws 422 for a record that would be taken down before it is published. */
export function assertDateOrder(
  _db: unknown,
  values: Partial<Publishing>,
  { current }: { current?: Publishing | undefined },
) {
  if (!isInOrder({ ...current, ...values })) throw refused('unpublish_at', TAKEN_DOWN_FIRST)
}
