import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notifications } from '#contract/notifications.ts'
import type { User } from '#contract/users.ts'
import { query } from '#web/api/query.ts'
import type { Filters } from './kept-selection.ts'
import { isFiltered } from './kept-selection.ts'
import type { Selection } from './selection.ts'
import { criterion } from './selection-words.ts'

type Meant = {
  /** Whether a user would get the message; undefined while it is not known. */
  isMeant: (user: User) => boolean | undefined
  /** That it could not be found out, and what asks again. */
  failure?: { message: string | undefined; isRetrying: boolean; retry: () => void }
}

/** Which of the users shown are selected. Only the server knows who matches filters other than those of the list. */
export function useMeant(selection: Selection, filters: Filters, shown: User[]): Meant {
  const { all } = selection
  const isEverybody = all !== null && !isFiltered(all)
  const isSame = JSON.stringify(all) === JSON.stringify(filters)
  const ids = shown.map(({ _id }) => _id)
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery({
    ...query(notifications.reached, {
      user_ids: ids,
      all_matching: { filters: all ?? {} },
    }),
    enabled: all !== null && !isEverybody && !isSame && ids.length > 0,
  })
  if (!all) return { isMeant: selection.lists }
  if (isEverybody) return { isMeant: () => true }
  // Rows of other filters are shown until those of the new ones have come.
  if (isSame) return { isMeant: ({ _id }) => ids.includes(_id) || undefined }
  const isMeant: Meant['isMeant'] = ({ _id }) => data?.data.includes(_id)
  if (data || !errorUpdateCount) return { isMeant }
  return { isMeant, failure: { message: error?.message, isRetrying: isFetching, retry: () => void refetch() } }
}

type UserCheckboxProps = {
  user: User
  selection: Selection
  isMeant: boolean | undefined
  /** It could not be found out whether this user is meant. */
  hasFailed: boolean
}

/** The box of a user: ticked when the message goes to this user, however that was chosen. */
export function UserCheckbox({ user, selection, isMeant, hasFailed }: UserCheckboxProps) {
  const isFixed = selection.all !== null && !isMeant
  const reason =
    isMeant !== undefined
      ? `Only users ${criterion(selection.all)} will get this. Clear the selection to choose others.`
      : hasFailed
        ? 'Could not check whether this user is selected.'
        : 'Finding out…'
  return (
    <Checkbox
      aria-label={`Select ${user.name.trim() || user.email}`}
      checked={Boolean(isMeant && !(selection.all && selection.lists(user)))}
      indeterminate={isMeant === undefined}
      {...(isFixed && {
        'aria-disabled': true,
        'aria-description': reason,
        'data-tip': reason,
        styles: { input: { opacity: 0.55, cursor: 'not-allowed' } },
      })}
      onChange={() => isFixed || selection.toggle(user)}
      tabIndex={-1}
      size="sm"
    />
  )
}
