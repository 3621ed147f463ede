import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core'
import { ChevronRight, House } from 'lucide-react'
import { Link } from 'react-router'
import classes from './page.module.css'

/** The breadcrumb: a link to the dashboard, then the title of the current screen. */
export function Breadcrumbs({ title }: { title: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <Group component="ol" gap={6} className={classes.crumbs} wrap="nowrap">
        <li>
          <Anchor component={Link} to="/dashboard" className={classes.home} title="Home">
            <House size={16} aria-hidden />
            <VisuallyHidden>Home</VisuallyHidden>
          </Anchor>
        </li>
        <li className={classes.crumb}>
          <ChevronRight size={14} aria-hidden className={classes.separator} />
          <Text component="span" size="sm" c="dimmed" aria-current="page" truncate>
            {title}
          </Text>
        </li>
      </Group>
    </nav>
  )
}
