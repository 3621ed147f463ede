import { recordPathOf } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import { type Column, text } from '#web/records/list/columns/columns.tsx'
import { personTypeOf } from '#web/records/shared/record-words.ts'

type Added = { user: Reference; added_by: string; added_by_kind: 'admin' | 'user' }

/** The column of who added a record, which leads to the page of that administrator or owner. */
export const addedByColumn = <Row extends Added>(minWidth = 140): Column<Row> => ({
  ...text('added_by', { title: 'Added By', minWidth }),
  link: ({ added_by_kind, user }) => recordPathOf(personTypeOf(added_by_kind), user._id),
})
