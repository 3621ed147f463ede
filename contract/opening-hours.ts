import { MINUTES_A_DAY } from './durations.ts'

/** Minutes after the midnight that begins the day; `to` exceeds a day if it is open past midnight. */
export type Span = { from: number; to: number }

/** Opening hours as read from a text. */
export type OpeningHours = {
  /** Starting on Sunday; a day that the text does not name is closed. Null if it names no days. */
  week: Span[][] | null
  /** The days that it says are by appointment. */
  byAppointment: number[]
  /** Whether it says so of days with hours, of holidays or of dates. */
  moreByAppointment: boolean
  /** Whether it says it is closed on public holidays. */
  closedOnHolidays: boolean
  /** The days of any year it says it is closed on, as 'MM-DD'. */
  closedOn: string[]
}

const ALL = [0, 1, 2, 3, 4, 5, 6]
const GROUPS: Record<string, number[]> = { daily: ALL, weekdays: [1, 2, 3, 4, 5], weekends: [0, 6] }
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const DAYS = 'su mo tu we th fr sa'.split(' ')

type Token =
  | { is: 'days'; days: number[] }
  | { is: 'time'; hour: number; minute: number; half: string }
  | { is: 'date'; date: string }
  | { is: 'closed' | 'appointment' | 'always' | 'holidays' | '-' | ',' }

/** What a text may consist of; the first match counts, and anything else makes it unreadable. */
const WORDS: [RegExp, (found: string[]) => Token | undefined][] = [
  [/(?:open )?24 ?\/ ?7/y, () => ({ is: 'always' })],
  [/(?:open )?24 (?:hours|hrs)(?: (?:a|per) day)?/y, () => ({ is: 'always' })],
  [/(?:by )?appointments?(?: only)?/y, () => ({ is: 'appointment' })],
  [/closed/y, () => ({ is: 'closed' })],
  [/(?:public |major )?holidays?/y, () => ({ is: 'holidays' })],
  [/daily|every ?day|(?:seven|7) days(?: (?:a|per) week)?/y, () => ({ is: 'days', days: ALL })],
  [
    /week ?(days?|ends?)/y,
    ([, which = '']) => ({ is: 'days', days: GROUPS[which.startsWith('d') ? 'weekdays' : 'weekends'] ?? [] }),
  ],
  [/m ?- ?f\b/y, () => ({ is: 'days', days: [1, 2, 3, 4, 5] })],
  [
    /(su(?:n(?:days?)?)?|mo(?:n(?:days?)?)?|tu(?:es?(?:days?)?)?|we(?:d(?:s|nes(?:days?)?)?)?|th(?:u(?:rs?(?:days?)?)?)?|fr(?:i(?:days?)?)?|sa(?:t(?:ur(?:days?)?)?)?)\b\.?/y,
    ([, day = '']) => ({ is: 'days', days: [DAYS.indexOf(day.slice(0, 2))] }),
  ],
  [/(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? (\d{1,2})(?:st|nd|rd|th)?\b/y, dateOf],
  [/noon/y, () => ({ is: 'time', hour: 12, minute: 0, half: 'p' })],
  [/midnight/y, () => ({ is: 'time', hour: 12, minute: 0, half: 'a' })],
  [/(\d{1,2})(?:[:.](\d\d))? ?(?:([ap])\.? ?m?\.?(?![a-z]))?/y, timeOf],
  [/-|to|till?|until|thru|through/y, () => ({ is: '-' })],
  [/[,;/|&+]|and\b/y, () => ({ is: ',' })],
  [/[ :.()]|open\b|from\b|on\b|hours\b|hrs\b|only\b|h\b/y, () => undefined],
]

function dateOf([, month = '', day = '']: string[]): Token {
  return {
    is: 'date',
    date: `${String(1 + MONTHS.indexOf(month.slice(0, 3))).padStart(2, '0')}-${day.padStart(2, '0')}`,
  }
}

function timeOf([, hour, minute, half = '']: string[]): Token {
  return { is: 'time', hour: Number(hour), minute: Number(minute ?? 0), half }
}

function tokensOf(text: string): Token[] | undefined {
  const typed = text
    .toLowerCase()
    .replaceAll(/[–—−‐‑]/g, '-')
    .replaceAll(/\s/g, ' ')
  const tokens: Token[] = []
  for (let place = 0; place < typed.length; ) {
    let read = 0
    for (const [pattern, make] of WORDS) {
      pattern.lastIndex = place
      const found = pattern.exec(typed)
      if (!found) continue
      const token = make(found)
      if (token) tokens.push(token)
      read = found[0].length
      break
    }
    if (!read) return undefined
    place += read
  }
  return tokens
}

type Time = Extract<Token, { is: 'time' }>
/** `isShutFirst` where it says that it is closed before it says when: 'closed Sun and Mon'. */
type Part = {
  days: number[]
  spans: Span[]
  isShut: boolean
  isShutFirst: boolean
  byAppointment: boolean
  holidays: boolean
  dates: string[]
}
const emptyPart = (): Part => ({
  days: [],
  spans: [],
  isShut: false,
  isShutFirst: false,
  byAppointment: false,
  holidays: false,
  dates: [],
})

/**
 * Reads opening hours as people write them: 'Mon-Fri 9am-7pm, Sat 9 to 5', 'Daily 8:00-18:00', 'Fri 6pm-2am', 'Closed',
 * 'Sat by appointment', 'holidays closed', 'Dec 25 closed'. Undefined for what cannot be read.
 */
export function readOpeningHours(text: string): OpeningHours | undefined {
  const tokens = tokensOf(text)
  if (!tokens?.some(({ is }) => is !== ',' && is !== '-')) return undefined
  const parts = partsOf(tokens)
  if (!parts) return undefined
  const hours: OpeningHours = {
    week: null,
    byAppointment: [],
    moreByAppointment: false,
    closedOnHolidays: false,
    closedOn: [],
  }
  const named = parts.some(({ days }) => days.length)
  for (const { days, spans, isShut, byAppointment, holidays, dates } of parts) {
    if (holidays || dates.length) {
      if (spans.length || !isShut) return undefined
      hours.closedOnHolidays ||= holidays
      hours.moreByAppointment ||= byAppointment
      hours.closedOn.push(...dates)
      if (!days.length) continue
    }
    if (!spans.length && !isShut) return undefined
    if (!days.length && (named || (spans.length && !isAlways(spans)))) {
      if (named) return undefined
      continue
    }
    hours.week ??= ALL.map(() => [])
    for (const day of days.length ? days : ALL) {
      hours.week[day]?.push(...spans)
      if (byAppointment) hours.byAppointment.push(day)
    }
  }
  hours.moreByAppointment ||= hours.byAppointment.some((day) => hours.week?.[day]?.length)
  return hours
}

const isAlways = ([span]: Span[]) => span?.from === 0 && span.to === MINUTES_A_DAY

/** The parts of a text, each with its days and times: days come before their times, or all of them after. */
function partsOf(tokens: Token[]): Part[] | undefined {
  const isBehind = tokens.find(({ is }) => is === 'days' || is === 'time' || is === 'always')?.is !== 'days'
  const parts: Part[] = []
  let part = emptyPart()
  const begin = () => {
    parts.push(part)
    part = emptyPart()
  }
  const isDated = () => part.holidays || part.dates.length > 0
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place] as Token
    const next = tokens[place + 1]
    const third = tokens[place + 2]
    if (token.is === 'days') {
      const isFull = part.isShutFirst ? isDated() : part.spans.length > 0 || part.isShut
      if (isFull && (!isBehind || isDated())) begin()
      if (next?.is === '-' && third?.is === 'days') {
        part.days.push(...daysBetween(token.days, third.days))
        place += 2
      } else part.days.push(...token.days)
    } else if (token.is === 'holidays' || token.is === 'date') {
      if (part.days.length || part.spans.length || (isDated() && part.isShut && !part.isShutFirst)) begin()
      if (token.is === 'date') part.dates.push(token.date)
      else part.holidays = true
    } else if (token.is === 'time') {
      if ((isBehind && part.days.length) || part.isShut || isDated()) begin()
      const span = next?.is === '-' && third?.is === 'time' ? spanOf(token, third) : undefined
      if (!span) return undefined
      part.spans.push(span)
      place += 2
    } else if (token.is === 'always') {
      if (isBehind && part.days.length) begin()
      part.spans.push({ from: 0, to: MINUTES_A_DAY })
    } else if (token.is === 'closed' || token.is === 'appointment') {
      if (part.spans.length || (part.isShut && !isDated())) begin()
      part.isShutFirst ||= !part.days.length && !isDated()
      part.isShut = true
      part.byAppointment ||= token.is === 'appointment'
    } else if (token.is === '-') return undefined
  }
  begin()
  return parts.filter(
    ({ days, spans, isShut, holidays, dates }) => days.length || spans.length || isShut || holidays || dates.length,
  )
}

function daysBetween([first = 0]: number[], [last = 0]: number[]) {
  const count = ((last - first + 7) % 7) + 1
  return Array.from({ length: count }, (_, place) => (first + place) % 7)
}

const isClock = ({ hour, minute, half }: Time) => minute < 60 && (half ? hour >= 1 && hour <= 12 : hour <= 24)
const minutesOf = ({ hour, minute }: Time, half: string) => ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute

/** The meaning of two times: in '9 to 5' the afternoon, in '18:00-02:00' the next day. */
function spanOf(one: Time, other: Time): Span | undefined {
  if (!isClock(one) || !isClock(other)) return undefined
  const isOfDay = !one.half && !other.half && (one.hour > 12 || other.hour > 12 || one.hour === 0)
  if (isOfDay) return past(one.hour * 60 + one.minute, other.hour * 60 + other.minute)
  if (other.half && !one.half && (one.hour > 12 || one.hour === 0)) return undefined
  const to = other.half ? minutesOf(other, other.half) : undefined
  const from = one.half
    ? minutesOf(one, one.half)
    : to === undefined
      ? minutesOf(one, one.hour < 6 || one.hour === 12 ? 'p' : 'a')
      : minutesOf(one, minutesOf(one, other.half) < to ? other.half : 'a')
  if (to !== undefined) return past(from, to)
  const [morning, evening] = [minutesOf(other, 'a'), minutesOf(other, 'p')]
  return past(from, morning > from ? morning : evening)
}

const past = (from: number, to: number): Span => ({ from, to: to > from ? to : to + MINUTES_A_DAY })

/** Reads texts like readOpeningHours, each only once. */
export function hoursReader() {
  const known = new Map<string, OpeningHours | undefined>()
  return (text: string) => {
    if (!known.has(text)) known.set(text, readOpeningHours(text))
    return known.get(text)
  }
}
