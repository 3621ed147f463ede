import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DAY, HOUR } from '#contract/durations.ts'
import { type Notification, notifications, type Openings } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import { formatCount, formatDateTime } from '#web/ui/format.ts'

const WIDTH = 360
const HEIGHT = 48
/** More bars than this would be too thin. */
const BARS = 48

/** How many have opened a message in the app, over time. */
export function Opened({ notification: { _id, stage } }: { notification: Notification }) {
  const isOut = stage !== 'scheduled'
  const { data } = useQuery({ ...query(notifications.opened, { notification_id: _id }), enabled: isOut })
  if (!data || !isOut) return null
  const { opened, hours } = data.data
  const bars = barsOf(hours)
  return (
    <Stack gap={4} mt="sm" maw={WIDTH}>
      <Text size="sm">
        {opened ? `Opened in the app by ${formatCount(opened, 'user')}.` : 'No one has opened it in the app yet.'}
      </Text>
      {bars.length > 0 && <Chart bars={bars} />}
    </Stack>
  )
}

type Bar = { at: number; opened: number }

/** By the hour where that is not too long, else by the day. */
function barsOf(hours: Openings['hours']): Bar[] {
  const times = hours.map(({ hour }) => Date.parse(hour))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const step = (last - first) / HOUR < BARS ? HOUR : DAY
  if (!times.length) return []
  const sums = new Map<number, number>()
  for (const { hour, opened } of hours) {
    const place = Math.floor((Date.parse(hour) - first) / step)
    sums.set(place, (sums.get(place) ?? 0) + opened)
  }
  const count = Math.floor((last - first) / step) + 1
  return Array.from({ length: count }, (_, place) => ({ at: first + place * step, opened: sums.get(place) ?? 0 }))
}

function Chart({ bars }: { bars: Bar[] }) {
  const most = Math.max(...bars.map(({ opened }) => opened))
  const width = Math.min(24, WIDTH / bars.length)
  const [first, last] = [bars[0], bars.at(-1)]
  const peak = bars.find(({ opened }) => opened === most)
  return (
    <>
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" style={{ display: 'block' }}>
        {bars.map(({ at, opened }, place) => {
          const height = opened ? Math.max(2, (opened / most) * (HEIGHT - 2)) : 0
          return (
            <rect
              key={at}
              x={place * width}
              y={HEIGHT - 1 - height}
              width={Math.max(1, width - 1)}
              height={height}
              fill="var(--mantine-color-pine-6)"
            />
          )
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--mantine-color-default-border)" />
      </svg>
      <Text size="xs" c="dimmed">
        {bars.length > 1
          ? `From ${formatAt(first)} to ${formatAt(last)}, most at ${formatAt(peak)}: ${formatCount(most, 'user')}.`
          : `All in the hour from ${formatAt(first)}.`}
      </Text>
    </>
  )
}

const formatAt = (bar: Bar | undefined) => formatDateTime(new Date(bar?.at ?? 0).toISOString())
