import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { useDocumentTitle } from './document-title.ts'
import classes from './page.module.css'

type PageProps = {
  /** The heading, the last step of the breadcrumb and the name of the browser's tab. */
  title: string
  /** What stands to the right of the heading, such as a New button. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every screen: breadcrumb, heading (which takes the focus on navigation), actions at the right, content. */
export function Page({ title, actions, children }: PageProps) {
  useDocumentTitle(title)
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
