import { DAY } from '../../clock.ts'
import type { NumberFormat } from './xlsx-formats.ts'

const DAY_SECONDS = 86_400
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465
/** Spreadsheet programs count from 1900, with a nonexistent 29 February, or from 1904. */
const [BEFORE_LEAP_DAY, AFTER_LEAP_DAY, FROM_1904] = [
  Date.UTC(1899, 11, 31),
  Date.UTC(1899, 11, 30),
  Date.UTC(1904, 0, 1),
]
const LEAP_DAY = 60

/** A stored number as text: digits without an exponent, a day as YYYY-MM-DD, a time as HH:MM:SS, or both. */
export function numberText(stored: string, format: NumberFormat, isFrom1904: boolean): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  if (format.type === 'moment') return momentText(value, format.hasDay, isFrom1904) ?? plainText(value)
  if (format.type === 'duration') return value >= 0 ? clockText(Math.round(value * DAY_SECONDS)) : plainText(value)
  return format.type === 'zeros' ? withZeros(value, format.pattern) : plainText(value)
}

function withZeros(value: number, pattern: string) {
  if (!Number.isInteger(value)) return plainText(value)
  const places = pattern.split('0').length - 1
  const digits = plainText(Math.abs(value)).padStart(places, '0')
  let next = digits.length - places
  const inPlaces = pattern.replaceAll('0', () => digits.charAt(next++))
  return (value < 0 ? '-' : '') + digits.slice(0, digits.length - places) + inPlaces
}

/** Spreadsheet programs keep this many digits of a number, and replace the others with zeros. */
const KEPT_DIGITS = 15
const MANY_DIGITS = 10 ** KEPT_DIGITS

/** Whether a stored number may have lost digits. */
export const hasManyDigits = (stored: string) => Math.abs(Number(stored)) >= MANY_DIGITS

const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

/** The shortest digits for this number. */
function plainText(value: number) {
  const text = String(value)
  const [, sign = '', first = '', rest = '', exponent = ''] = EXPONENT.exec(text) ?? []
  if (!first) return text
  const digits = first + rest
  const point = Number(exponent)
  return point < 0 ? `${sign}0.${'0'.repeat(-point - 1)}${digits}` : sign + digits.padEnd(point + 1, '0')
}

function momentText(value: number, hasDay: boolean, isFrom1904: boolean) {
  const seconds = Math.round(value * DAY_SECONDS)
  const day = Math.floor(seconds / DAY_SECONDS)
  const clock = clockText(seconds % DAY_SECONDS)
  if (value < 0 || day > LAST_DAY) return undefined
  if (day === 0 && (!hasDay || !isFrom1904)) return clock
  return seconds % DAY_SECONDS ? `${dayText(day, isFrom1904)} ${clock}` : dayText(day, isFrom1904)
}

function dayText(day: number, isFrom1904: boolean) {
  if (isFrom1904) return isoDay(FROM_1904 + day * DAY)
  if (day === LEAP_DAY) return '1900-02-29'
  return isoDay((day < LEAP_DAY ? BEFORE_LEAP_DAY : AFTER_LEAP_DAY) + day * DAY)
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

function clockText(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2}))?(?:[.,]\d+)?Z?)?$/

/** A moment stored as ISO 8601, in the form of other moments. */
export function isoText(stored: string): string {
  const [, day, time, seconds = '00'] = ISO.exec(stored) ?? []
  if (!day) return stored
  const clock = time && `${time}:${seconds}`
  return clock && clock !== '00:00:00' ? `${day} ${clock}` : day
}
