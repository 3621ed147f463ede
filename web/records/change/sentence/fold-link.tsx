import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Change } from '#contract/changes.ts'
import { screens } from '#web/navigation/screens.ts'
import { formatNumber } from '#web/ui/format.ts'

type FoldLinkProps = { change: Change; tabIndex?: number; onClick?: () => void }

/** Says how many other changes of the same owner a change stands for, and leads to all of them. */
export function FoldLink({ change: { fold, folded_count, by }, ...link }: FoldLinkProps) {
  if (fold === null || folded_count === 0) return null
  const others = `and ${formatNumber(folded_count)} more`
  return (
    <Anchor
      aria-label={`${others} by ${by.name}`}
      component={Link}
      to={`${screens.recentChanges.path}?${new URLSearchParams({ fold })}`}
      inherit
      style={{ whiteSpace: 'nowrap' }}
      {...link}
    >
      {others}
    </Anchor>
  )
}
