import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import classes from './page.module.css'
import { usePageTitle } from './use-page-title.ts'

type PageProps = {
  /** Shown as heading, in the breadcrumb and in the browser tab. */
  title: string
  /** Content to the right of the heading, such as a New button. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The layout of every screen: breadcrumb, heading with actions, content. The heading can be focused: the shell does so
 * on navigation.
 */
export function Page({ title, actions, children }: PageProps) {
  usePageTitle(title)
  return (
    <>
      <Breadcrumbs title={title} />
      <Group justify="space-between" align="center" gap="sm" mih={36} mt={4} mb="lg">
        <Title order={1} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </>
  )
}
