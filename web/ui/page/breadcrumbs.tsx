import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core'
import { ChevronRight, House } from 'lucide-react'
import { Link } from 'react-router'
import classes from './page.module.css'

/** What a page belongs to: another page, or a group of the menu, which has no page. */
export type Parent = { title: string; to?: string }

type BreadcrumbsProps = { title: string; parent?: Parent | undefined }

/** The breadcrumb: a link to the dashboard, what this page belongs to, then the title of the current one. */
export function Breadcrumbs({ title, parent }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb">
      <Group component="ol" gap={6} className={classes.crumbs} wrap="nowrap">
        <li>
          <Anchor component={Link} to="/dashboard" className={classes.home} title="Home">
            <House size={16} aria-hidden />
            <VisuallyHidden>Home</VisuallyHidden>
          </Anchor>
        </li>
        {parent && (
          <li className={classes.crumb}>
            <ChevronRight size={14} aria-hidden className={classes.separator} />
            {parent.to === undefined ? (
              <Text component="span" size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {parent.title}
              </Text>
            ) : (
              <Anchor component={Link} to={parent.to} size="sm" style={{ whiteSpace: 'nowrap' }}>
                {parent.title}
              </Anchor>
            )}
          </li>
        )}
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
