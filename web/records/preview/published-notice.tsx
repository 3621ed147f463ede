import { Text } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import type { Publishing } from '#contract/publishing.ts'
import { formatOfficeTime } from '#web/forms/office-time.ts'
import classes from './phone-frame.module.css'

/** Says of a record that owners do not see yet, or no longer, when they do. */
export function PublishedNotice({ dates }: { dates: Partial<Publishing> }) {
  const words = whenSeen(dates)
  if (!words) return null
  return (
    <Text component="p" size="sm" className={classes.notice ?? ''} maw={308} mb="xs">
      <CalendarClock size={16} aria-hidden />
      <span>{words}</span>
    </Text>
  )
}

/** A moment that is only half typed does not count. */
const IS_MOMENT = /^\d{4}-.*Z$/

/** Whether owners see a record with these dates at a moment (ISO 8601). */
export function isSeenAt({ publish_at, unpublish_at }: Partial<Publishing>, now: string) {
  const isOver = (at: string | null | undefined) => Boolean(at && IS_MOMENT.test(at) && at <= now)
  const isAhead = (at: string | null | undefined) => Boolean(at && IS_MOMENT.test(at) && at > now)
  return !isAhead(publish_at) && !isOver(unpublish_at)
}

/** When owners see a record, in a sentence: 'Owners see this from 1 Dec, 08:00.'; '' where they do, without an end. */
export function whenSeen({ publish_at, unpublish_at }: Partial<Publishing>, now = new Date().toISOString()) {
  const [from, until] = [publish_at, unpublish_at].map((at) => (at && IS_MOMENT.test(at) ? at : undefined))
  if (until && until <= now) return `Taken down on ${formatOfficeTime(until)}: owners don’t see this.`
  const begins = from && from > now ? ` from ${formatOfficeTime(from)}` : ''
  const ends = until ? ` until ${formatOfficeTime(until)}` : ''
  return begins || ends ? `Owners see this${begins}${ends}.` : ''
}
