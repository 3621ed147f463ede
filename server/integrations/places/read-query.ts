/** The possible meanings of a typed text: a postal code, or several ways to tell the street from the city. */
export type PlaceQuery = {
  street: string
  /** A ZIP code or the start of one; for Canada three characters, or all six with a space between. */
  postal: string
  cities: { street: string; text: string }[]
}

const COUNTRY = /(?<=[\s,])(usa?|u\.s\.a?\.?|united states( of america)?|canada)\.?$/i
const ZIP = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/
const ZIP_START = /^\d{3,5}$/
const CANADIAN = /(?:^|[\s,])([a-z]\d[a-z])(?:\s?(\d[a-z]\d))?$/i
const MAX_CITY_WORDS = 5

/** Parses a typed address such as '400 J Street, Sacramento CA', 'Sacramento' or '95814'. */
export function readQuery(typed: string): PlaceQuery {
  const text = withoutEnd(typed.trim().replace(/\s+/g, ' '))
  const zip = ZIP.exec(text) ?? ZIP_START.exec(text)
  if (zip) return { street: streetOf(text.slice(0, zip.index)), postal: zip[1] ?? zip[0], cities: [] }
  const canadian = CANADIAN.exec(text)
  if (canadian) {
    const [, area = '', rest] = canadian
    const postal = rest ? `${area} ${rest}` : area
    const before = text.slice(0, canadian.index)
    return { street: streetOf(before), postal: postal.toUpperCase(), cities: citiesIn(before.replace(/,$/, '')) }
  }
  return { street: '', postal: '', cities: citiesIn(text) }
}

/** A text without the country at its end, and the spaces and commas before that. */
function withoutEnd(text: string) {
  const country = COUNTRY.exec(text)
  if (!country) return text
  let end = country.index
  while (/[\s,]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The part before the first comma, if it contains a digit. */
function streetOf(text: string) {
  const [first = ''] = text.split(',')
  return /\d/.test(first) ? first.trim() : ''
}

function citiesIn(text: string) {
  const street = streetOf(text)
  if (street && text.includes(',')) return [{ street, text: text.slice(text.indexOf(',') + 1).trim() }]
  if (!street) return [{ street: '', text }]
  // Without a comma, each number of last words may be the city.
  const words = text.split(' ')
  const most = Math.min(MAX_CITY_WORDS, words.length - 2)
  return Array.from({ length: Math.max(most, 0) }, (_, place) => {
    const start = words.length - most + place
    return { street: words.slice(0, start).join(' '), text: words.slice(start).join(' ') }
  })
}
