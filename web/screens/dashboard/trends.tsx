import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Button, Group, Paper, SegmentedControl, Switch, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dashboard, type Trends as TrendsData } from '#contract/dashboard.ts'
import { query } from '#web/api/query.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import classes from './trends.module.css'

const WEEKS = [4, 12, 52] as const
type Weeks = (typeof WEEKS)[number]
const HEIGHT = 180
/** The height of the axis, and of each bar where bars are horizontal. */
const AXIS = 40
const BAR = 28
/** More types than these are one bar. */
const MOST_TYPES = 8

/** Screen readers and the keyboard have the table beside it. */
const MUTE = { accessibilityLayer: false }

/** Told apart by brightness too, for the colour-blind and on paper. */
const FIRST = 'var(--chart-first)'
const SECOND = 'var(--chart-second)'

/** How use of the app developed over some weeks: as charts, or as tables. */
export function Trends() {
  const [weeks, setWeeks] = useState<Weeks>(12)
  const [asTables, setAsTables] = useState(false)
  const { data, error, refetch } = useQuery({
    ...query(dashboard.trends, { weeks }),
    placeholderData: (before) => before,
  })
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="trends" className={classes.trends ?? ''}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4" id="trends">
          Trends
        </Title>
        <Group gap="md">
          <Switch
            size="sm"
            label="As tables"
            checked={asTables}
            onChange={({ currentTarget: { checked } }) => setAsTables(checked)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Period"
            value={String(weeks)}
            onChange={(value) => setWeeks(Number(value) as Weeks)}
            data={WEEKS.map((number) => ({ value: String(number), label: `${number} weeks` }))}
          />
        </Group>
      </Group>
      {data ? (
        <Figures trends={data.data} asTables={asTables} />
      ) : error ? (
        <Group gap="sm" mt="md">
          <Text size="sm">{error.message}</Text>
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </Group>
      ) : (
        <Loading />
      )}
    </Paper>
  )
}

function Figures({ trends, asTables }: { trends: TrendsData; asTables: boolean }) {
  const { sign_ins, new_users, messages, is_complete } = trends
  const rvs = fewTypes(trends.rvs_by_type)
  const common = { h: HEIGHT, withDots: false, curveType: 'linear', tickLine: 'none', gridAxis: 'x' } as const
  const weekAxis = {
    dataKey: 'week',
    xAxisProps: { tickFormatter: shortDay, minTickGap: 24 },
    yAxisProps: { allowDecimals: false, width: 44 },
    valueFormatter: formatNumber,
  } as const
  return (
    <>
      <Text size="sm" c="dimmed" mt={4}>
        {is_complete ? 'By week; the current week is not over yet.' : 'Earlier weeks are still being counted.'}
      </Text>
      <div className={classes.figures}>
        <Figure
          title="Sign-ins to the app"
          asTable={asTables}
          head={['Week from', 'Sign-ins']}
          rows={sign_ins.map(({ week, count }) => [formatDate(week), count])}
        >
          <LineChart
            {...common}
            {...weekAxis}
            lineChartProps={MUTE}
            data={sign_ins}
            series={[{ name: 'count', label: 'Sign-ins', color: FIRST }]}
          />
        </Figure>
        <Figure
          title="New users"
          asTable={asTables}
          head={['Week from', 'New users']}
          rows={new_users.map(({ week, count }) => [formatDate(week), count])}
        >
          <LineChart
            {...common}
            {...weekAxis}
            lineChartProps={MUTE}
            data={new_users}
            series={[{ name: 'count', label: 'New users', color: FIRST }]}
          />
        </Figure>
        <Figure
          title="Messages by recipient"
          asTable={asTables}
          head={['Week from', 'Sent', 'Opened']}
          rows={messages.map(({ week, sent, opened }) => [formatDate(week), sent, opened])}
        >
          <BarChart
            h={HEIGHT}
            tickLine="none"
            barChartProps={MUTE}
            {...weekAxis}
            withLegend
            legendProps={{ verticalAlign: 'top', height: 28, itemSorter: null }}
            data={messages}
            series={[
              { name: 'sent', label: 'Sent', color: FIRST },
              { name: 'opened', label: 'Opened', color: SECOND },
            ]}
          />
        </Figure>
        <Figure
          title="RVs by type"
          asTable={asTables}
          head={['RV Type', 'RVs']}
          rows={trends.rvs_by_type.map(({ rv_type, count }) => [rv_type, count])}
        >
          <BarChart
            h={Math.max(HEIGHT, AXIS + rvs.length * BAR)}
            orientation="vertical"
            tickLine="none"
            barChartProps={MUTE}
            gridAxis="y"
            dataKey="rv_type"
            data={rvs}
            valueFormatter={formatNumber}
            xAxisProps={{ allowDecimals: false }}
            yAxisProps={{ width: 150, interval: 0 }}
            series={[{ name: 'count', label: 'RVs', color: FIRST }]}
          />
        </Figure>
      </div>
    </>
  )
}

/** 2026-11-23 as 11-23. */
const shortDay = (week: string) => week.slice(5)

function fewTypes(types: TrendsData['rvs_by_type']) {
  if (types.length <= MOST_TYPES) return types
  const others = types.slice(MOST_TYPES - 1)
  const count = others.reduce((sum, type) => sum + type.count, 0)
  return [...types.slice(0, MOST_TYPES - 1), { rv_type: `${others.length} others`, count }]
}

type FigureProps = {
  title: string
  asTable: boolean
  head: string[]
  rows: (string | number)[][]
  /** The chart. */
  children: ReactNode
}

/** A chart for the eye and the same numbers as a table for screen readers, or the table for all. */
function Figure({ title, asTable, head, rows, children }: FigureProps) {
  const isEmpty = rows.every((row) => row.slice(1).every((value) => value === 0))
  const table = <Numbers title={title} head={head} rows={rows} />
  return (
    <figure className={classes.figure}>
      <Text component="figcaption" size="sm" fw={600}>
        {title}
      </Text>
      {isEmpty ? (
        <Text size="sm" c="dimmed" className={classes.nothing ?? ''}>
          None in this period.
        </Text>
      ) : asTable ? (
        <div className={classes.table}>{table}</div>
      ) : (
        <>
          <VisuallyHidden>{table}</VisuallyHidden>
          <div aria-hidden>{children}</div>
        </>
      )}
    </figure>
  )
}

const Numbers = ({ title, head, rows }: { title: string; head: string[]; rows: (string | number)[][] }) => (
  <Table fz="sm" aria-label={title} withRowBorders={false} verticalSpacing={2}>
    <Table.Thead>
      <Table.Tr>
        {head.map((name, place) => (
          <Table.Th key={name} ta={place ? 'end' : 'start'}>
            {name}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(([name = '', ...numbers]) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          {numbers.map((number, place) => (
            <Table.Td key={head[place + 1]} ta="end" className={classes.number ?? ''}>
              {formatNumber(Number(number))}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
