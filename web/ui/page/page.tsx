import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Breadcrumbs, type Parent } from './breadcrumbs.tsx'
import classes from './page.module.css'
import { PageHelp } from './page-help.tsx'
import { usePageTitle } from './use-page-title.ts'

type PageProps = {
  /** Shown as heading, in the breadcrumb and in the browser tab. */
  title: string
  /** Its name in the breadcrumb, if different. */
  crumb?: string | undefined
  /** What the screen is for, behind the `?` beside the heading. */
  help?: string | undefined
  /** What this page belongs to, which the breadcrumb names and leads back to. */
  parent?: Parent | undefined
  /** Shows all keys, where the screen has some. */
  onKeys?: () => void
  /** Content beside the heading, such as the state of a record. */
  besideTitle?: ReactNode
  /** Content to the right of the heading, such as a New button. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The layout of every screen: breadcrumb, heading with actions, content. The heading can be focused: the shell does so
 * on navigation.
 */
export function Page({ title, crumb = title, parent, help, onKeys, besideTitle, actions, children }: PageProps) {
  usePageTitle(title)
  return (
    <>
      <Breadcrumbs title={crumb} parent={parent} />
      <Group className={classes.head ?? ''} justify="space-between" align="center" gap="sm" mih={36} mt={4} mb="lg">
        <Group gap={4} wrap="nowrap" miw={0} className={besideTitle ? (classes.titled ?? '') : ''}>
          <Title order={1} tabIndex={-1} className={classes.heading}>
            {title}
          </Title>
          {besideTitle}
          {help && <PageHelp title={title} text={help} onKeys={onKeys} />}
        </Group>
        {actions}
      </Group>
      {children}
    </>
  )
}
