import { ActionIcon, Group, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#web/ui/format.ts'
import type { useNeighbours } from './use-neighbours.ts'

/** Where a record is in its list, and the ways to the ones before and after it. */
export const Neighbours = ({ previous, next, place, total }: ReturnType<typeof useNeighbours>) => (
  <Group gap={4} wrap="nowrap">
    {place !== undefined && total !== undefined && (
      <Text size="sm" c="dimmed" mr={6} style={{ whiteSpace: 'nowrap' }}>
        {`${formatNumber(place)} of ${formatNumber(total)}`}
      </Text>
    )}
    <Way to={previous} label="Previous" hint="Previous (K)" icon={<ChevronLeft size={18} aria-hidden />} />
    <Way to={next} label="Next" hint="Next (J)" icon={<ChevronRight size={18} aria-hidden />} />
  </Group>
)

type WayProps = { to: string | undefined; label: string; hint: string; icon: ReactNode }

const Way = ({ to, label, hint, icon }: WayProps) =>
  to === undefined ? (
    <ActionIcon variant="default" aria-label={label} disabled>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon variant="default" component={Link} to={to} aria-label={label} title={hint}>
      {icon}
    </ActionIcon>
  )
