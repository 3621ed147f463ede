// A day of the calendar travels as YYYY-MM-DD and is shown as MM-DD-YYYY. It is never made into a moment of time, so no
// time zone can shift it.

const TRAVELS = /^(\d{4})-(\d{2})-(\d{2})$/
const SHOWN = /^(\d{1,2})-(\d{1,2})-(\d{4})$/

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export const isDate = (text: string) => TRAVELS.test(text) && dayFrom(text, 0) === text

/** The day after one, both YYYY-MM-DD. */
export const dayAfter = (date: string) => dayFrom(date, 1)

function dayFrom(date: string, days: number) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return Number.isNaN(moved.getTime()) ? '' : moved.toISOString().slice(0, 10)
}

/** A date as people read it, MM-DD-YYYY; what is no date stays as it is. */
export const shownDate = (value: unknown) => (typeof value === 'string' ? value.replace(TRAVELS, '$2-$3-$1') : '')

/**
 * What a field holds after typing: YYYY-MM-DD once it is a day that exists, else the text so far with its dashes put
 * in. `before` is what was shown before, so that a dash can be taken back.
 */
export function typedDate(text: string, before = '') {
  const pasted = text.trim()
  if (isDate(pasted)) return pasted
  const typed = pasted
    .replace(/[\s./-]+/g, '-')
    .replace(/[^\d-]/g, '')
    .replace(/^(\d{2})(?=\d)/, '$1-')
    .replace(/^(\d{1,2}-\d{2})(?=\d)/, '$1-')
    .slice(0, 10)
  const date = typed.replace(
    SHOWN,
    (_all, month: string, day: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  const growing = typed.length > before.length
  // What is being shortened is not read as a month or day of one digit: the other digit may follow.
  if (isDate(date) && (growing || typed.length === 10)) return date
  return growing && /^(\d{2}|\d{1,2}-\d{2})$/.test(typed) ? `${typed}-` : typed
}
