import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '#web/ui/page/brand.tsx'
import { usePageTitle } from '#web/ui/page/use-page-title.ts'
import classes from './account-page.module.css'

type AccountPageProps = {
  title: string
  /** One sentence of instructions. */
  lead?: ReactNode
  children: ReactNode
}

/** The layout of screens for visitors: a card over a drawn landscape. Focuses the field with `data-autofocus`. */
export function AccountPage({ title, lead, children }: AccountPageProps) {
  usePageTitle(title)
  const page = useRef<HTMLElement>(null)
  useEffect(() => page.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])

  return (
    <main className={classes.page} ref={page}>
      <Hills />
      <Paper className={classes.card} shadow="xl">
        <Stack gap="lg">
          <Brand size={36} />
          <div>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" size="sm" mt={4} className={classes.lead}>
                {lead}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </Paper>
    </main>
  )
}

function Hills() {
  return (
    <svg className={classes.hills} viewBox="0 0 1440 420" preserveAspectRatio="none" aria-hidden focusable="false">
      <path className={classes.far} d="M0 210 C180 120 330 90 520 170 S880 250 1060 140 S1340 90 1440 150 V420 H0Z" />
      <path
        className={classes.middle}
        d="M0 290 C220 200 420 230 640 280 S1060 330 1240 262 S1400 210 1440 204 V420 H0Z"
      />
      <path className={classes.near} d="M0 360 C260 290 520 340 760 350 S1220 330 1440 300 V420 H0Z" />
    </svg>
  )
}
