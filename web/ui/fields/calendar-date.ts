import { formatDate } from '#web/ui/format.ts'

// A day is the text YYYY-MM-DD and never a Date, so no time zone can shift it. People read and type MM-DD-YYYY.

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const TYPED_DAY = /^(\d{1,2})-(\d{1,2})-(\d{4})$/

/** Whether a text is an existing day as YYYY-MM-DD. */
export const isDate = (text: string) => ISO_DAY.test(text) && addDays(text, 0) === text

/** The day after a day, both YYYY-MM-DD. */
export const dayAfter = (date: string) => addDays(date, 1)

/** The day a number of days after, or before, another one, both YYYY-MM-DD. */
export function addDays(date: string, days: number) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return Number.isNaN(moved.getTime()) ? '' : moved.toISOString().slice(0, 10)
}

/**
 * The value of a date field after typing: YYYY-MM-DD once the text is an existing day, else the text with dashes added.
 * `previous` is the value before; its length tells whether the user deletes, such as a dash.
 */
export function parseTypedDate(text: string, previous = '') {
  const pasted = text.trim()
  if (isDate(pasted)) return pasted
  const typed = pasted
    .replace(/[\s./\u2010-\u2015-]+/g, '-')
    .replace(/[^\d-]/g, '')
    .replace(/^(\d{2})(?=\d)/, '$1-')
    .replace(/^(\d{1,2}-\d{2})(?=\d)/, '$1-')
    .slice(0, 10)
  const date = typed.replace(
    TYPED_DAY,
    (_all, month: string, day: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  const growing = typed.length > formatDate(previous).length
  // While deleting, a month or day of one digit is incomplete: its second digit may follow.
  if (isDate(date) && (growing || typed.length === 10)) return date
  return growing && /^(\d{2}|\d{1,2}-\d{2})$/.test(typed) ? `${typed}-` : typed
}
