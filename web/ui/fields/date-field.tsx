import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatDate } from '#web/ui/format.ts'
import { isDate, parseTypedDate } from './calendar-date.ts'
import { type FieldProps, useField } from './fields.tsx'

/** It has a label, or a name where there is no room for one. */
type DateInputProps = ({ label: string } | { 'aria-label': string }) & {
  /** A date as YYYY-MM-DD, or the incomplete text. */
  value: string
  onChange: (value: string) => void
  /** The earliest day of the calendar. */
  min?: string | undefined
  error?: ReactNode
  errorProps?: NonNullable<TextInputProps['errorProps']>
  required?: boolean
  disabled?: boolean
  name?: string
  size?: string
}

/** A date input: typed as MM-DD-YYYY, or chosen in the browser's calendar. */
export function DateInput({ value, onChange, min, ...input }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      {...input}
      value={formatDate(value)}
      onChange={(event) => onChange(parseTypedDate(event.currentTarget.value, value))}
      placeholder="MM-DD-YYYY"
      inputMode="numeric"
      autoComplete="off"
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            // Used for its calendar only: its text would follow the locale of the browser.
            style={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' }}
            tabIndex={-1}
            aria-hidden
            value={isDate(value) ? value : ''}
            min={min}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            aria-label="Open calendar"
            disabled={input.disabled ?? false}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarDays size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  )
}

/** A date input bound to a field of the form; the value is YYYY-MM-DD. */
export function DateField<Values>({ min, ...props }: FieldProps<Values, string> & { min?: string }) {
  const { value, ...field } = useField(props, formatDate)
  return <DateInput {...field} value={typeof value === 'string' ? value : ''} min={min} />
}
