import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { notifications } from '#contract/notifications.ts'
import type { User } from '#contract/users.ts'
import { query } from '#web/api/query.ts'
import type { Filters, Selection } from './selection.ts'
import { criterion } from './selection-words.ts'

/** Whether a user would get the message; undefined while it is not known. */
export type IsTold = (user: User) => boolean | undefined

/**
 * Who of the users shown is among the selected ones. Only the server knows who matches other filters than those of the
 * list.
 */
export function useIsMeant(selection: Selection, filters: Filters, shown: User[]): IsTold {
  const { all } = selection
  const isEverybody = all && !Object.keys(all).length
  const isSame = JSON.stringify(all) === JSON.stringify(filters)
  const ids = shown.map(({ _id }) => _id)
  const { data } = useQuery({
    ...query(notifications.reached, {
      user_ids: ids,
      all_matching: { filters: all ?? {} },
    }),
    enabled: all !== null && !isEverybody && !isSame && ids.length > 0,
  })
  if (!all) return selection.lists
  if (isEverybody) return () => true
  // Rows of other filters stand there until those of the new ones have come.
  if (isSame) return ({ _id }) => ids.includes(_id) || undefined
  return ({ _id }) => data?.data.includes(_id)
}

type UserCheckboxProps = { user: User; selection: Selection; isMeant: boolean | undefined }

/** The box of a user: ticked when the message goes to this user, however that was chosen. */
export function UserCheckbox({ user, selection, isMeant }: UserCheckboxProps) {
  const isFixed = selection.all !== null && !isMeant
  const reason =
    isMeant === undefined ? 'Finding out…' : `Only users ${criterion(selection.all)} are selected. Clear that first.`
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
