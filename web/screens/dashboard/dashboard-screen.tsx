import { Button, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { firstSteps } from '#contract/first-steps.ts'
import { system } from '#contract/system.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { meQuery } from '#web/api/use-me.ts'
import { helpOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/page.tsx'
import classes from './dashboard-screen.module.css'
import { type Widget, widgets } from './widgets.ts'

// Right after the sign-in SessionGate has just read the counters.
const FRESH_MS = 5_000

// Few installations are new, and few need attention.
const FirstSteps = lazy(() => import('./first-steps.tsx').then((module) => ({ default: module.FirstSteps })))

const Attention = lazy(() => import('./attention.tsx').then((module) => ({ default: module.Attention })))

export function DashboardScreen() {
  const { data, error, refetch, isFetching } = useQuery({ ...meQuery, staleTime: FRESH_MS })
  const counters = data?.data
  const first = useQuery(query(firstSteps.get, {}))
  const status = useQuery(query(system.status, {})).data?.data
  const attention = (status?.conditions ?? []).filter(({ severity }) => severity !== 'notice')
  useChanges(() => void refetch())

  return (
    <Page title={screens.dashboard.title} help={helpOf(screens.dashboard)}>
      {attention.length > 0 && (
        <Suspense>
          <Attention conditions={attention} />
        </Suspense>
      )}
      {first.data?.data.is_shown && (
        <Suspense>
          <FirstSteps steps={first.data.data.steps} />
        </Suspense>
      )}
      {error && !counters && !isFetching ? (
        <Paper withBorder p="xl" role="alert">
          <Stack align="center">
            <Text>{error.message}</Text>
            <Button variant="default" onClick={() => void refetch()}>
              Retry
            </Button>
          </Stack>
        </Paper>
      ) : (
        <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }} spacing={{ base: 'sm', sm: 'md' }} aria-busy={!counters}>
          {widgets.map((widget) => (
            <CounterWidget key={widget.title} {...widget} count={counters?.[widget.counter]} />
          ))}
        </SimpleGrid>
      )}
    </Page>
  )
}

function CounterWidget({ title, to, icon: Icon, count }: Widget & { count: number | undefined }) {
  return (
    <Paper component={Link} to={to} withBorder className={classes.widget ?? ''}>
      <span className={classes.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <Text component="span" className={classes.title ?? ''}>
        {title}
      </Text>
      <Skeleton visible={count === undefined} width="fit-content" mt="auto">
        <span className={classes.count}>{formatNumber(count ?? 0)}</span>
      </Skeleton>
    </Paper>
  )
}
