import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Link } from 'react-router'
import { notifications } from '#contract/notifications.ts'
import { plural } from '#contract/plural.ts'
import type { ListInput } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { screens } from '#web/navigation/screens.ts'
import { formatNumber } from '#web/ui/format.ts'

/** Leads from a filtered list to a new message to the active users in it. */
export function SendToThese({ filters = {} }: Pick<ListInput, 'filters'>) {
  // Those who are inactive get no message.
  const isNarrowed = Object.keys(filters).length > 0 && filters['status']?.value !== 'false'
  const { data } = useQuery({
    ...query(notifications.count, { all_matching: { filters }, purpose: 'service' }),
    enabled: isNarrowed,
  })
  const total = isNarrowed ? data?.data.count : 0
  if (!total) return null
  return (
    <Button
      component={Link}
      to={screens.notifications.path}
      state={{ chosen: { all: filters, total } }}
      variant="default"
      leftSection={<Send size={16} aria-hidden />}
      data-icon-on-phones
    >
      {plural(total, 'Send to this one', `Send to these ${formatNumber(total)}`)}
    </Button>
  )
}
