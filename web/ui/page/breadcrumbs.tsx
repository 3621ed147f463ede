import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core'
import { ChevronRight, House } from 'lucide-react'
import { Link } from 'react-router'
import classes from './page.module.css'

type BreadcrumbsProps = { title: string; parent?: { title: string; to: string } | undefined }

/** The breadcrumb: links to the dashboard and to the page that this one belongs to, then the title of the current one. */
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
            <Anchor component={Link} to={parent.to} size="sm" style={{ whiteSpace: 'nowrap' }}>
              {parent.title}
            </Anchor>
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
