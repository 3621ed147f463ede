import { ActionIcon, TextInput } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import { HOURS_CHARACTERS, HOURS_TOO_LONG } from '#contract/dealers.ts'
import { asText, type FieldProps, useField } from '#web/ui/fields/fields.tsx'
import { WeekHours } from './week-hours.tsx'

/** A text of opening hours, beside an editor by weekday that reads it and writes it. */
export function HoursField<Values>(props: FieldProps<Values, string>) {
  const { value, disabled, ...field } = useField(props)
  const [shown, setShown] = useState(false)
  // The editor writes without leaving the field, and may be closed again.
  const tooLong = asText(value).trim().length > HOURS_CHARACTERS ? HOURS_TOO_LONG : undefined
  const id = useId()
  return (
    <div>
      <TextInput
        {...field}
        error={field.error ?? tooLong}
        value={asText(value)}
        disabled={disabled}
        autoComplete="off"
        rightSectionPointerEvents="all"
        rightSection={
          !disabled && (
            <ActionIcon
              variant="subtle"
              aria-label={`${field.label} by weekday`}
              aria-expanded={shown}
              aria-controls={shown ? id : undefined}
              // The error of a field that is left moves this button away before it is clicked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                setShown(!shown)
                event.currentTarget.focus()
              }}
            >
              <CalendarClock size={16} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {shown && !disabled && (
        <WeekHours id={id} label={`${field.label} by weekday`} text={asText(value)} onChange={field.onChange} />
      )}
    </div>
  )
}
