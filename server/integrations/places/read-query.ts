import { countryCalled } from './locate.ts'

/** One way to tell street from city; `whole` if only the city's whole name makes it likely. */
export type CityQuery = { street: string; text: string; whole?: true }

/** The possible meanings of a typed text: a postal code, or several ways to tell street from city. */
export type PlaceQuery = {
  /** As the index calls it; empty if none is given. */
  country: string
  /** A ZIP code or the start of one; for Canada three characters, or all six with a space between. */
  postal: string
  /** What comes before that. */
  before: string
  cities: CityQuery[]
}

const COUNTRY = /(?<=[\s,])(usa?|u\.s\.a?\.?|united states( of america)?|canada)\.?$/i
const ZIP = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/
const ZIP_START = /^\d{3,5}$/
const CANADIAN = /(?:^|[\s,])([a-z]\d[a-z])(?:\s?(\d[a-z]\d))?$/i
const MAX_CITY_WORDS = 5

/**
 * Parses a typed address such as '400 J Street, Sacramento CA', 'Sacramento' or '95814'. A new line counts as a comma.
 */
export function readQuery(typed: string): PlaceQuery {
  const lines = typed.split(/[\r\n]+/).map((line) => line.trim().replace(/\s+/g, ' '))
  const { text, country } = withoutCountry(lines.filter(Boolean).join(', '))
  const zip = ZIP.exec(text) ?? ZIP_START.exec(text)
  const canadian = zip ? null : CANADIAN.exec(text)
  const found = zip ?? canadian
  const before = withoutEnd(found ? text.slice(0, found.index) : text)
  const [, start = '', rest = ''] = canadian ?? []
  const postal = zip ? (zip[1] ?? zip[0]) : `${start} ${rest}`.trim().toUpperCase()
  return { country, postal, before, cities: citiesIn(before) }
}

/** A text without a country at its end. */
function withoutCountry(text: string) {
  const found = COUNTRY.exec(text)
  if (!found) return { text, country: '' }
  return { text: withoutEnd(text.slice(0, found.index)), country: countryCalled(found[1] ?? '') ?? '' }
}

/** A text without trailing spaces and commas. */
function withoutEnd(text: string) {
  let end = text.length
  while (end && ' ,'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const MOST_PARTS = 8
const hasDigit = (text: string) => /\d/.test(text)

function citiesIn(text: string): CityQuery[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, MOST_PARTS)
  const last = parts.slice(0, -1).findLastIndex(hasDigit)
  if (parts.length < 2) {
    const ends = suffixesOf(text).map(([street, city]) => ({ street, text: city }))
    // A name may begin with a number, as that of 29 Palms.
    return hasDigit(text) ? [{ street: '', text, whole: true }, ...ends] : ends
  }
  if (last < 0) return [{ street: '', text: parts.join(', ') }]
  // The city is what follows the last part with a number, or less of it: a street may have parts without one.
  const after = parts.slice(last + 1).map((_, place) => ({
    street: parts.slice(0, last + 1 + place).join(', '),
    text: parts.slice(last + 1 + place).join(', '),
  }))
  // It may also end the part with the number, or be that part.
  const rest = parts.slice(last + 1)
  const within = [['', parts[last] ?? ''] as const, ...suffixesOf(parts[last] ?? '')].map(([street, city]) => ({
    street: [...parts.slice(0, last), street].filter(Boolean).join(', '),
    text: [city, ...rest].join(', '),
    whole: true as const,
  }))
  return [...within, ...after]
}

/** Without a comma, any number of trailing words may be the city. */
function suffixesOf(text: string): [street: string, city: string][] {
  if (!hasDigit(text)) return [['', text]]
  const words = text.split(' ')
  const most = Math.min(MAX_CITY_WORDS, words.length - 2)
  return Array.from({ length: Math.max(most, 0) }, (_, place) => {
    const start = words.length - most + place
    return [words.slice(0, start).join(' '), words.slice(start).join(' ')]
  })
}
