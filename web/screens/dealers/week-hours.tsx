import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { MINUTES_A_DAY } from '#contract/durations.ts'
import { type OpeningHours, readOpeningHours, type Span } from '#contract/opening-hours.ts'
import { dateInWords, WEEK, writeOpeningHours } from '#contract/opening-hours-text.ts'
import { formatNames } from '#web/ui/format.ts'
import classes from './week-hours.module.css'

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONDAY = 1
const WEEKDAYS = [1, 2, 3, 4, 5]
const USUAL: Span[] = [{ from: 9 * 60, to: 17 * 60 }]
const MOST_SPANS = 3

type WeekHoursProps = {
  id: string
  label: string
  /** The hours as a text; one that says more than the editor can write is changed as a text only. */
  text: string
  onChange: (text: string) => void
}

/** Opening hours by weekday, read from a text and written back to it. */
export function WeekHours({ id, label, text, onChange }: WeekHoursProps) {
  const read = readOpeningHours(text)
  const week = read?.week ?? NAMES.map(() => [])
  const hours = { closedOnHolidays: false, closedOn: [], byAppointment: [], ...read, week }
  const isMore = text.trim() !== '' && (!read?.week || read.moreByAppointment)
  const write = (changed: Partial<OpeningHours>) => onChange(writeOpeningHours({ ...hours, ...changed }))
  const set = (days: number[], spans: Span[]) =>
    write({
      week: week.map((known, day) => (days.includes(day) ? spans : known)),
      byAppointment: hours.byAppointment.filter((day) => !days.includes(day)),
    })
  const monday = week[MONDAY] ?? []

  if (isMore)
    return (
      <fieldset id={id} className={classes.editor}>
        <legend className={classes.legend}>{label}</legend>
        <Text size="sm" c="dimmed">
          {`“${text.trim()}” says something that can’t be set by weekday. Change the text itself, or clear it to set the days here.`}
        </Text>
      </fieldset>
    )
  return (
    <fieldset id={id} className={classes.editor}>
      <legend className={classes.legend}>{label}</legend>
      {WEEK.map((day) => (
        <DayHours
          key={day}
          name={NAMES[day] ?? ''}
          spans={week[day] ?? []}
          without={hours.byAppointment.includes(day) ? 'By appointment' : 'Closed'}
          usual={WEEK.map((other) => week[other] ?? []).findLast((spans) => spans.length) ?? USUAL}
          onChange={(spans) => set([day], spans)}
        />
      ))}
      <Group justify="space-between" gap="xs" mt={4}>
        <Checkbox
          label="Closed on public holidays"
          size="sm"
          checked={hours.closedOnHolidays}
          disabled={!read?.week}
          onChange={(event) => write({ closedOnHolidays: event.currentTarget.checked })}
        />
        <Button variant="default" size="compact-sm" disabled={!monday.length} onClick={() => set(WEEKDAYS, monday)}>
          Monday’s hours until Friday
        </Button>
      </Group>
      {hours.closedOn.length > 0 && (
        <Text size="sm" c="dimmed">
          {`Also closed on ${formatNames(hours.closedOn.map(dateInWords))}.`}
        </Text>
      )}
    </fieldset>
  )
}

type DayHoursProps = {
  name: string
  spans: Span[]
  /** What it says if there are no hours. */
  without: string
  usual: Span[]
  onChange: (spans: Span[]) => void
}

/** The hours of one weekday. */
function DayHours({ name, spans, without, usual, onChange }: DayHoursProps) {
  const add = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.day}>
      <Checkbox
        className={classes.name ?? ''}
        label={name}
        size="sm"
        checked={spans.length > 0}
        onChange={(event) => onChange(event.currentTarget.checked ? usual : [])}
      />
      <div className={classes.spans}>
        {!spans.length && (
          <Text component="span" size="sm" c="dimmed" className={classes.closed ?? ''}>
            {without}
          </Text>
        )}
        {spans.map((span, place) => (
          <SpanHours
            // Nothing else tells spans apart.
            key={place}
            name={place ? `${name}, ${place + 1}` : name}
            span={span}
            onChange={(changed) => onChange(spans.with(place, changed))}
            action={
              place ? (
                <ActionIcon
                  variant="subtle"
                  aria-label={`Remove the hours ${place + 1} of ${name}`}
                  onClick={() => {
                    // If all places were taken, this is the first moment it can be pressed.
                    flushSync(() => onChange(spans.toSpliced(place, 1)))
                    add.current?.focus()
                  }}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              ) : (
                <ActionIcon
                  ref={add}
                  variant="subtle"
                  aria-label={`Add hours on ${name}`}
                  disabled={spans.length >= MOST_SPANS || endOf(spans) > MINUTES_A_DAY - 2 * 60}
                  onClick={() => onChange([...spans, { from: endOf(spans) + 60, to: endOf(spans) + 2 * 60 }])}
                >
                  <Plus size={16} aria-hidden />
                </ActionIcon>
              )
            }
          />
        ))}
      </div>
    </div>
  )
}

const endOf = (spans: Span[]) => Math.max(...spans.map(({ to }) => to))

type SpanHoursProps = { name: string; span: Span; onChange: (span: Span) => void; action: ReactNode }

function SpanHours({ name, span: { from, to }, onChange, action }: SpanHoursProps) {
  const isPast = to > MINUTES_A_DAY
  return (
    <div className={classes.span}>
      <TimeInput
        label={`${name} opens at`}
        minutes={from}
        onChange={(from) => onChange({ from, to: lastOf(from, to) })}
      />
      <span aria-hidden>–</span>
      <TimeInput
        label={`${name} closes at${isPast ? ' on the next day' : ''}`}
        minutes={to}
        onChange={(to) => onChange({ from, to: lastOf(from, to) })}
      />
      {action}
      {isPast && (
        <Text component="span" size="xs" c="dimmed">
          next day
        </Text>
      )}
    </div>
  )
}

/** An end that is not after its beginning is on the next day. */
const lastOf = (from: number, to: number) =>
  to % MINUTES_A_DAY > from ? to % MINUTES_A_DAY : (to % MINUTES_A_DAY) + MINUTES_A_DAY

type TimeInputProps = { label: string; minutes: number; onChange: (minutes: number) => void }

function TimeInput({ label, minutes, onChange }: TimeInputProps) {
  const two = (number: number) => String(number).padStart(2, '0')
  return (
    <TextInput
      type="time"
      size="xs"
      className={classes.time ?? ''}
      aria-label={label}
      value={`${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`}
      onChange={(event) => {
        const [hour, minute] = event.currentTarget.value.split(':').map(Number)
        // While a part of it is empty, the time stays as it was.
        if (hour !== undefined && minute !== undefined) onChange(hour * 60 + minute)
      }}
    />
  )
}
