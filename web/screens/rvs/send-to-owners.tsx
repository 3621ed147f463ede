import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Link } from 'react-router'
import { MOST_CHOSEN } from '#contract/message-fields.ts'
import { plural } from '#contract/plural.ts'
import type { ListInput } from '#contract/records.ts'
import { rvs } from '#contract/rvs.ts'
import { query } from '#web/api/query.ts'
import { screens } from '#web/navigation/screens.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { RefusingButton } from '#web/ui/refusing-button.tsx'

const TOO_MANY = `A message goes to at most ${formatNumber(MOST_CHOSEN)} chosen owners. Use an audience.`

/**
 * Leads from a filtered list of RVs to a new message to their active owners, each once; says how many have no owner,
 * and why there are too many to be chosen.
 */
export function SendToOwners({ filters = {} }: Pick<ListInput, 'filters'>) {
  const isNarrowed = Object.keys(filters).length > 0
  const { data } = useQuery({ ...query(rvs.owners, { filters, is_deleted: false }), enabled: isNarrowed })
  if (!isNarrowed || !data) return null
  const { count, user_ids, without_owner } = data.data
  const note = without_owner > 0 && `${formatCount(without_owner, 'RV')} without an owner`
  const send = { variant: 'default', size: 'xs', leftSection: <Send size={14} aria-hidden /> } as const
  const label = plural(count, 'Send to this one', `Send to these ${formatNumber(count)}`)
  return (
    <>
      {count > MOST_CHOSEN && (
        <RefusingButton {...send} reason={TOO_MANY} onClick={() => undefined}>
          {label}
        </RefusingButton>
      )}
      {count > 0 && count <= MOST_CHOSEN && (
        <Button {...send} component={Link} to={screens.notifications.path} state={{ chosen: { ids: user_ids } }}>
          {label}
        </Button>
      )}
      {note && (
        <Text component="span" size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  )
}
