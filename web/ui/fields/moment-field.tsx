import { Group, Text, TextInput } from '@mantine/core'
import { fromZonedTime, toZonedTime } from '#contract/zoned-time.ts'
import { formatZonedTime, zoneInWords } from '#web/ui/zoned-time.ts'
import { isDate } from './calendar-date.ts'
import { DateInput } from './date-field.tsx'
import { type FieldProps, useField } from './fields.tsx'

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isMoment = (value: string) => value.endsWith('Z') && !Number.isNaN(Date.parse(value))

/** The day and the time in a value, which is ISO 8601, or both as they are typed with a blank between. */
function partsOf(value: string, zone: string): [day: string, time: string] {
  if (isMoment(value)) return toZonedTime(value, zone)
  const [day = '', time = ''] = value.split(' ')
  return [day, time]
}

const valueOf = (day: string, time: string, zone: string) =>
  isDate(day) && isTime(time) ? fromZonedTime(day, time, zone) : `${day} ${time}`.trimEnd()

/** '8', '830' and '8:30' as HH:MM; what is no time stays as it is typed. */
function asTime(text: string) {
  const [, hour = '', minute = '00'] = /^(\d{1,2})[:.h]?(\d{2})?$/.exec(text.trim()) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}`
  return hour && isTime(time) ? time : text.trim()
}

/** When the office begins to work, for a day that is chosen without a time. */
const MORNING = '08:00'

type MomentFieldProps<Values> = FieldProps<Values, string> & {
  /** The time zone of its calendar and clock: 'America/Los_Angeles'. */
  zone: string
}

/** Day and time in a time zone, bound to a field of the form; the value is ISO 8601, or '' for none. */
export function MomentField<Values>({ zone, ...props }: MomentFieldProps<Values>) {
  const readable = (value: unknown) =>
    typeof value === 'string' && isMoment(value) ? formatZonedTime(value, zone) : ''
  const { value, onChange, onBlur, label, description, ...field } = useField(props, readable)
  const [day, time] = partsOf(typeof value === 'string' ? value : '', zone)
  const set = (day: string, time: string) => onChange(valueOf(day, time, zone))
  return (
    <div>
      <Group
        gap="xs"
        wrap="nowrap"
        align="flex-start"
        // Only both together are a moment.
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onBlur?.()}
      >
        <DateInput
          {...field}
          label={label}
          value={day}
          onChange={(day) => set(day, day && (time || (isDate(day) ? MORNING : '')))}
        />
        <TextInput
          label="Time"
          aria-label={`${label}: time`}
          w={92}
          placeholder="HH:MM"
          inputMode="numeric"
          autoComplete="off"
          value={time}
          onChange={(event) => set(day, event.currentTarget.value)}
          onBlur={() => day && set(day, asTime(time))}
          disabled={field.disabled || !day}
          error={Boolean(field.error)}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {description ?? zoneInWords(zone)}
      </Text>
    </div>
  )
}
