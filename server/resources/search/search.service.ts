import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { lastSixOfVin, wholeVin } from '#contract/rvs.ts'
import { type Found, MOST_FOUND } from '#contract/search.ts'
import type { Db } from '../../db/schema.ts'
import { lettersOf, textKey } from '../../db/search/text-key.ts'
import { distinctNames, kindsWithin } from '../../records/names/names.ts'
import { recordTables } from '../../records/record-tables.ts'
import { type Hit, matches, matchOf } from './matches.ts'
import { readTables, type Tables } from './names-in-memory.ts'
import { findByText, findCalled, findNamed, readOwnTexts } from './search.repository.ts'
import { spelledAlike } from './spelling.ts'

type OfKind = { type: RecordType; hits: Hit[] }
type Ranked = Omit<Found, 'matched'> & { match: number }

/**
 * The records that match a text, at most five of each kind, best first; `among` may limit the kinds, and then the names
 * of other kinds are left out.
 */
export async function find(db: Db, typed: string, among?: ReadonlySet<RecordType>): Promise<Found[]> {
  const found = await findAll(db, typed, among)
  const tells = ({ record_type }: Found) => !among || kindsWithin(record_type).every((type) => among.has(type))
  return found.map((one) => (tells(one) ? one : { ...one, subtitle: '' }))
}

async function findAll(db: Db, typed: string, among?: ReadonlySet<RecordType>): Promise<Found[]> {
  const { types: named, asked } = narrowed(typed)
  const text = lettersOf(asked)
  const types = named.filter((type) => !among || among.has(type))
  if (!text) return []
  const tables = await readTables(db)
  const called = await Promise.all(
    types.map(async (type) => ({ type, hits: await findNamed(db, type, tables, asStored(type, text)) })),
  )
  const inText = await Promise.all(
    types.map(async (type) => ({ type, hits: await findByText(db, type, tables, text) })),
  )
  const ranked = await rank(db, [...called, ...inText], asked)
  const close = ranked.filter(({ match }) => match <= matches.part)
  if (close.length >= MOST_FOUND) return withMatched(db, ranked, text)
  const misspelt = await rank(db, await findMisspelt(db, types, { tables, text, within: !ranked.length }), asked)
  return withMatched(db, best([...ranked, ...misspelt]), text)
}

/** Adds what each was found by, if neither its title nor its subtitle shows it. */
async function withMatched(db: Db, ranked: Ranked[], text: string): Promise<Found[]> {
  const says = (texts: string[], type: RecordType) =>
    matchOf(
      texts.map((one) => lettersOf(textKey(one))),
      asStored(type, text),
    ) !== undefined
  const unsaid = ranked.filter(
    ({ record_type, title, subtitle, match }) =>
      match <= matches.words && !says([title, subtitle, `${title} ${subtitle}`], record_type),
  )
  const types = [...new Set(unsaid.map(({ record_type }) => record_type))]
  const idsOf = (type: RecordType) =>
    unsaid.flatMap(({ record_type, record_id }) => (record_type === type ? record_id : []))
  const read = await Promise.all(types.map(async (type) => [type, await readOwnTexts(db, type, idsOf(type))] as const))
  const texts = new Map(read)
  return ranked.map(({ match: _match, ...found }) => {
    const own = texts.get(found.record_type)?.get(found.record_id) ?? []
    return { ...found, matched: own.find((one) => says([one], found.record_type)) ?? '' }
  })
}

/** The kinds to search, and the key of the text: `dealer: reno` names its kind. */
function narrowed(typed: string) {
  const [kind = '', ...rest] = typed.split(':')
  const wanted = textKey(kind)
  const types = rest.length ? recordTypes.filter((type) => namesOf(type).includes(wanted)) : []
  return types.length ? { types, asked: textKey(rest.join(':')) } : { types: [...recordTypes], asked: textKey(typed) }
}

const namesOf = (type: RecordType) => {
  const { noun, name, tag, heading, menuLabel } = recordTables[type]
  return [...noun, name, tag, heading, menuLabel].flatMap((one) => (one ? textKey(one) : []))
}

/**
 * RVs are known by numbers, a full VIN by its last six if these are digits, else by itself; '' searches for nothing.
 */
function asStored(type: RecordType, text: string) {
  if (type !== 'rvs') return text
  return lastSixOfVin(text) ?? wholeVin(text) ?? (/^\d+$/.test(text) ? text : '')
}

async function rank(db: Db, found: OfKind[], asked: string): Promise<Ranked[]> {
  const ofKinds = await Promise.all(
    recordTypes.map(async (type) => {
      const hits = bestHits(found.filter((one) => one.type === type).flatMap(({ hits }) => hits))
      if (!hits.length) return []
      const names = await distinctNames(
        db,
        type,
        hits.map(({ id }) => id),
      )
      return hits.flatMap(({ id, is_deleted, match }): Ranked[] => {
        const name = names.get(id)
        if (!name) return []
        const { title, within } = name
        const found = { record_type: type, record_id: id, title, subtitle: within ?? '', is_deleted: is_deleted === 1 }
        return [{ ...found, match: Math.min(match, matchOfTitle(title, asked)) - closeness(title, asked) }]
      })
    }),
  )
  return best(ofKinds.flat())
}

/** No more are compared by title. */
const MOST_RANKED = 20

/** Each record once, by its best match; the best of them. */
function bestHits(hits: Hit[]) {
  const found = new Map<string, Hit>()
  for (const hit of hits) {
    const before = found.get(hit.id)
    if (!before || hit.match < before.match) found.set(hit.id, hit)
  }
  return [...found.values()]
    .toSorted((one, other) => one.is_deleted - other.is_deleted || one.match - other.match)
    .filter(({ match }, place) => place < MOST_RANKED || match === matches.whole)
    .slice(0, 2 * MOST_RANKED)
}

function matchOfTitle(title: string, asked: string): number {
  const [key, text] = [lettersOf(textKey(title)), lettersOf(asked)]
  if (key === text) return matches.whole
  return key.startsWith(text) ? matches.beginning : Number.POSITIVE_INFINITY
}

/** Among equal matches, those with the text's accents come first: a smaller step than between kinds of matches. */
const closeness = (title: string, asked: string) => (textKey(title) === asked ? 0.5 : 0)

const inOrder = new Intl.Collator('en', { numeric: true }).compare

/**
 * Each record once, at most five of each kind: active ones, then deleted ones, best first. A deleted one with exactly
 * the searched name is among the five.
 */
function best(found: Ranked[]) {
  const ofKinds = Map.groupBy(found.toSorted(inRank), ({ record_type }) => record_type)
  return [...ofKinds.values()].flatMap(bestOfKind).toSorted(inRank)
}

function bestOfKind(found: Ranked[]) {
  const seen = new Set<string>()
  const once = found.filter(({ record_id }) => !seen.has(record_id) && seen.add(record_id))
  const shown = once.slice(0, MOST_FOUND)
  const named = once.find(({ is_deleted, match }) => is_deleted && match <= matches.whole)
  return !named || shown.includes(named) ? shown : [...shown.slice(0, -1), named]
}

const inRank = (one: Ranked, other: Ranked) =>
  Number(one.is_deleted) - Number(other.is_deleted) ||
  one.match - other.match ||
  recordTypes.indexOf(one.record_type) - recordTypes.indexOf(other.record_type) ||
  inOrder(one.title, other.title) ||
  inOrder(one.subtitle, other.subtitle)

/** How many of the most similar texts are also searched for within names. */
const MOST_WITHIN = 3

/** A record for each name spelled almost like the text; if there is none, those with such a word `within`. */
async function findMisspelt(
  db: Db,
  types: RecordType[],
  { tables, text, within }: { tables: Tables; text: string; within: boolean },
): Promise<OfKind[]> {
  const texts = await spelledAlike(db, text)
  if (!texts.length) return []
  const whole = await Promise.all(
    types.map(async (type) => ({ type, hits: await findSpelled(db, type, tables, texts) })),
  )
  if (!within || whole.some(({ hits }) => hits.length)) return whole
  return Promise.all(
    types.flatMap((type) =>
      texts.slice(0, MOST_WITHIN).map(async (text, place) => {
        const hits = await findNamed(db, type, tables, asStored(type, text))
        const near = hits.filter(({ match }) => match <= matches.part)
        return { type, hits: near.map((hit) => ({ ...hit, match: misspeltAt(place) })) }
      }),
    ),
  )
}

const findSpelled = async (db: Db, type: RecordType, tables: Tables, texts: string[]): Promise<Hit[]> =>
  (await findCalled(db, type, tables, texts)).map(({ place, ...hit }) => ({ ...hit, match: misspeltAt(place) }))

/** The more similar, the better. */
const misspeltAt = (place: number) => matches.misspelt + place / 1000
