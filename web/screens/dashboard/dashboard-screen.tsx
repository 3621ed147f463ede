import { Button, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  BookOpen,
  Caravan,
  Image,
  ListChecks,
  type LucideIcon,
  MapPin,
  Smartphone,
  UserRoundCheck,
  Wrench,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Counters } from '#contract/account.ts'
import { type AttentionKind, dashboard } from '#contract/dashboard.ts'
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

// Right after the sign-in SessionGate has just read the counters.
const FRESH_MS = 5_000

// Few installations are new.
const FirstSteps = lazy(() => import('./first-steps.tsx').then((module) => ({ default: module.FirstSteps })))
const Attention = lazy(() => import('./attention.tsx').then((module) => ({ default: module.Attention })))
const Colleagues = lazy(() => import('./colleagues.tsx').then((module) => ({ default: module.Colleagues })))
// With the library of charts, which nothing else needs.
const Trends = lazy(() => import('./trends.tsx').then((module) => ({ default: module.Trends })))

/** What separate lines and the first steps already say. */
const SAID_BY_LINES = ['backup_failed', 'backup_late']
const STEPS_SAY: AttentionKind[] = ['mail_not_set_up', 'no_backup', 'no_second_factor']

export function DashboardScreen() {
  const { data, error, refetch, isFetching } = useQuery({ ...meQuery, staleTime: FRESH_MS })
  const counters = data?.data
  const steps = useQuery(query(firstSteps.get, {}))
  const first = steps.data?.data
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const attention = useQuery(query(dashboard.attention, { time_zone }))
  const status = useQuery(query(system.status, {})).data?.data
  const conditions = (status?.conditions ?? []).filter(
    ({ severity, name }) => severity !== 'notice' && !(attention.data && SAID_BY_LINES.includes(name)),
  )
  const isNew = first?.is_shown ?? false
  const lines = attention.data?.data.filter(({ kind }) => !isNew || !STEPS_SAY.includes(kind))
  useChanges(() => {
    void refetch()
    void attention.refetch()
  })

  return (
    <Page title={screens.dashboard.title} help={helpOf(screens.dashboard)}>
      {first?.is_shown && (
        <Suspense>
          <FirstSteps steps={first.steps} />
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
        <SimpleGrid cols={{ base: 2, sm: 4, xl: 8 }} spacing="sm" aria-busy={!counters}>
          {widgets.map((widget) => (
            <CounterWidget key={widget.title} {...widget} count={counters?.[widget.counter]} />
          ))}
        </SimpleGrid>
      )}
      <Suspense>
        {counters && !steps.isPending && (
          <div className={classes.parts}>
            {(!isNew || lines?.length || conditions.length > 0) && (
              <Attention lines={lines} error={attention.error} conditions={conditions} />
            )}
            {!isNew && (
              <>
                <Colleagues />
                <Trends />
              </>
            )}
          </div>
        )}
      </Suspense>
    </Page>
  )
}

function CounterWidget({ title, to, icon: Icon, count }: Widget & { count: number | undefined }) {
  return (
    <Paper component={Link} to={to} withBorder className={classes.widget ?? ''}>
      <Text component="span" className={classes.title ?? ''}>
        {title}
      </Text>
      <Skeleton visible={count === undefined} width="fit-content">
        <span className={classes.count}>{formatNumber(count ?? 0)}</span>
      </Skeleton>
      <Icon size={16} className={classes.icon} aria-hidden />
    </Paper>
  )
}

type Widget = { title: string; counter: keyof Counters; to: string; icon: LucideIcon }

// Addresses that say what to show, so that a list opens with what was counted and not as it was last left.
const all = ({ path }: { path: string }) => `${path}?page=1`
const active = ({ path }: { path: string }) => `${path}?status=active`

/** The eight counters, in the order of the specification, each with the list of what it counts. */
const widgets: Widget[] = [
  { title: 'App Login Counts', counter: 'app_usage_count', to: '/', icon: Smartphone },
  { title: 'Registered Users', counter: 'register_users_count', to: all(screens.users), icon: UserRoundCheck },
  // The list shows only active ones unless it is told otherwise.
  { title: 'RV Management', counter: 'rv_management_count', to: all(screens.rvManagement), icon: Caravan },
  { title: 'Dealers/Service', counter: 'rv_service_count', to: active(screens.rvDealers), icon: MapPin },
  { title: 'Check Lists', counter: 'checklist_count', to: active(screens.checklists), icon: ListChecks },
  { title: 'Maintenance', counter: 'maintenance_count', to: active(screens.maintenanceItems), icon: Wrench },
  { title: 'Owners Manual', counter: 'owners_manual_count', to: active(screens.manualPages), icon: BookOpen },
  { title: 'Slider Images', counter: 'slider_images_count', to: active(screens.sliderImages), icon: Image },
]
