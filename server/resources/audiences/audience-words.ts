import { type Audience, type AudienceCondition, isCondition } from '#contract/audience.ts'
import { kinds } from '#contract/kinds.ts'
import { counted } from '#contract/plural.ts'
import { writtenDay } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { distinctNames } from '../../records/names/names.ts'
import { readRows } from '../../records/rows.ts'

/** The names of the records in an audience, by id. */
type Names = ReadonlyMap<string, string>

const kindOf = { rv_type_id: 'rv_types', year_id: 'years', model_id: 'models' } as const
type Naming = Extract<AudienceCondition, { field: keyof typeof kindOf }>
const isNaming = (condition: AudienceCondition): condition is Naming => condition.field in kindOf

/** What a missing record is called. */
const GONE = { rv_type_id: 'removed RV type', year_id: 'that was removed', model_id: 'that was removed' } as const

/** An audience as a sentence: `Owners of a Truck Camper, year 2027 or 2028, in Nevada`. */
export async function audienceInWords(db: Db, audience: Audience) {
  const [sentence = ''] = await audiencesInWords(db, [audience])
  return sentence
}

/** The same for several, in order. */
export async function audiencesInWords(db: Db, audiences: Audience[]) {
  const names = new Map<string, string>()
  const wanted = audiences.flatMap(conditionsOf).filter(isNaming)
  for (const [field, type] of Object.entries(kindOf)) {
    const ids = wanted.flatMap(({ field: asked, value }) => (asked === field ? value : []))
    for (const [id, { title }] of await distinctNames(db, type, [...new Set(ids)])) names.set(id, title)
  }
  return audiences.map((audience) => `Owners ${wordsOf(audience, names)}`)
}

/** Refuses an audience that names a record that never existed: 422. One that was removed may be named. */
export async function refuseUnknownRecords(db: Db, audience: Audience) {
  const wanted = conditionsOf(audience).filter(isNaming)
  for (const [field, type] of Object.entries(kindOf)) {
    const ids = [...new Set(wanted.flatMap(({ field: asked, value }) => (asked === field ? value : [])))]
    const known = ids.length ? await readRows(db, type, ids) : new Map()
    if (ids.some((id) => !known.has(id)))
      throw refused('audience', `These conditions name an unknown ${kinds[type].noun[0]}.`, 'unknown')
  }
}

function conditionsOf(audience: Audience): AudienceCondition[] {
  if ('all' in audience) return audience.all.flatMap(conditionsOf)
  if ('any' in audience) return audience.any.flatMap(conditionsOf)
  return 'not' in audience ? conditionsOf(audience.not) : [audience]
}

/** One part of a sentence; several inside another get brackets. */
function wordsOf(audience: Audience, names: Names, isWithin = false): string {
  if ('not' in audience) return `not ${wordsOf(audience.not, names, true)}`
  const all = 'any' in audience ? audience.any.map((part) => wordsOf(part, names, true)) : partsOf(audience, names)
  const text = all.join('any' in audience ? ' or ' : ', ')
  return isWithin && all.length > 1 ? `(${text})` : text
}

/** Statements about one RV come together, and first. */
function partsOf(audience: Exclude<Audience, { any: Audience[] } | { not: Audience }>, names: Names) {
  const parts = isCondition(audience) ? [audience] : audience.all
  const ofRv = parts.filter((part) => isCondition(part) && isOfRv(part)) as OfRv[]
  const others = parts.filter((part) => !ofRv.includes(part as OfRv))
  return [
    ...(ofRv.length ? [rvWords(ofRv, names)] : []),
    ...others.map((part) => (isCondition(part) ? conditionWords(part as Other) : wordsOf(part, names, true))),
  ]
}

type OfRv = Extract<AudienceCondition, { field: keyof typeof kindOf | 'warranty_ends_in' }>
type Other = Exclude<AudienceCondition, OfRv>
const isOfRv = (condition: AudienceCondition): condition is OfRv =>
  isNaming(condition) || condition.field === 'warranty_ends_in'

function rvWords(conditions: OfRv[], names: Names) {
  const types = conditions.filter(({ field }) => field === 'rv_type_id')
  const said = (condition: OfRv) =>
    isNaming(condition) ? or([condition.value].flat().map((id) => names.get(id) ?? GONE[condition.field])) : ''
  const [type, ...more] = types.map(said)
  const others = conditions.flatMap((condition) => {
    if (condition.field === 'year_id') return `year ${said(condition)}`
    if (condition.field === 'model_id') return `model ${said(condition)}`
    return condition.field === 'warranty_ends_in' ? `with a warranty that ends ${daysWords(condition)}` : []
  })
  const rv = type === undefined ? 'an RV' : `${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type}`
  return [`of ${rv}`, ...more.map((other) => `also ${other}`), ...others].join(', ')
}

const platformNames = { ios: 'iOS', android: 'Android', web: 'the web' }

function conditionWords(condition: Other) {
  switch (condition.field) {
    case 'state':
      return `in ${or([condition.value].flat())}`
    case 'near': {
      const { latitude, longitude, miles } = condition.value
      return `within ${counted(miles, 'mile')} of ${latitude}, ${longitude}`
    }
    case 'maintenance_due_in':
      return `with maintenance due ${daysWords(condition)}`
    case 'has_rv':
      return condition.value ? 'with an RV' : 'without an RV'
    case 'last_seen_before':
      return `not seen since ${writtenDay(condition.value)}`
    case 'platform':
      return `with the app on ${or([condition.value].flat().map((platform) => platformNames[platform]))}`
  }
}

export type OfDays = Extract<AudienceCondition, { field: 'warranty_ends_in' | 'maintenance_due_in' }>
const daysWords = ({ op, value, value_to = value }: OfDays) =>
  op === 'within' ? `within ${counted(value, 'day')}` : `in ${value} to ${counted(value_to, 'day')}`

const or = (words: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
