import { Badge } from '@mantine/core'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Condition = { name: string; severity: 'critical' | 'warning' | 'notice'; words: string; remedy: string }

const looks = {
  critical: { label: 'Critical', color: 'red', icon: CircleAlert },
  warning: { label: 'Warning', color: 'amber', icon: TriangleAlert },
  notice: { label: 'Notice', color: 'gray', icon: Info },
}

/** The icon of a condition. */
export function conditionIcon(severity: Condition['severity']) {
  const { icon: Icon, color } = looks[severity]
  return <Icon size={16} color={`var(--mantine-color-${color}-filled)`} aria-hidden />
}

/** Something about the installation that needs attention, as an entry of a list. */
export function conditionEntry({ name, severity, words, remedy }: Condition, action?: ReactNode) {
  const { label, color, icon: Icon } = looks[severity]
  return {
    id: name,
    icon: <Icon size={16} aria-hidden />,
    title: words,
    badge: (
      <Badge variant="outline" tt="none" color={color}>
        {label}
      </Badge>
    ),
    lines: [remedy],
    action,
  }
}
