import { setTimeout } from 'node:timers/promises'
import type { Change } from '#contract/changes.ts'
import { changes, records } from '#contract/changes.ts'
import type { Column } from '#contract/column.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import { notifications } from '#contract/notifications.ts'
import { keepChallenge, takeChallenge } from '../auth/challenges.ts'
import { randomToken, sha256 } from '../auth/tokens.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordsOfChange } from '../resources/changes/history/history.repository.ts'
import { bodyOf, type MakeCall, Refused } from './calls.ts'

export const preparedActs = ['add', 'edit', 'delete', 'restore', 'activate', 'deactivate', 'send', 'undo'] as const
export type PreparedAct = (typeof preparedActs)[number]

export type Wanted = {
  action: PreparedAct
  record_type?: RecordType | undefined
  record_id?: string | undefined
  change_id?: string | undefined
  fields?: Record<string, unknown> | undefined
}

/** What a prepared change would do, as people read it. */
type Preview = { summary: string; records: unknown[]; records_total: number }
type Kept = { path: string; input: object; digest: string }
/** What remains of a prepared change being applied: the id of the change once it is made. */
type Applied = { applied: string | null }

const MOST_SHOWN = 20
const keyOf = (programId: string, id: string) => `prepared ${sha256(`${programId} ${id}`)}`

/** Rehearses a change and keeps it for five minutes. Throws Refused with what the API says about it. */
export async function prepare(db: Db, programId: string, make: MakeCall, wanted: Wanted) {
  const { endpoint, input } = await callFor(make, wanted)
  if (wanted.action !== 'undo') refuseUnknown(endpoint, wanted.fields)
  const preview = await rehearse(make, endpoint, input)
  const prepared_id = randomToken()
  const kept: Kept = { path: endpoint.path, input, digest: digestOf(preview) }
  await inTransaction(db, (db) => keepChallenge(db, keyOf(programId, prepared_id), JSON.stringify(kept)))
  return {
    prepared_id,
    ...preview,
    next: 'Nothing is changed yet. Call apply with this prepared_id within five minutes.',
  }
}

/** Throws Refused for fields that a call does not have: ignoring them would look like success. */
function refuseUnknown({ input }: Endpoint, fields: object = {}) {
  const known = (input as { shape?: object }).shape
  const unknown = Object.keys(fields).find((name) => known && !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new Refused(`There is no field ${unknown}. The tool describe says which there are.`)
}

/**
 * Carries out a prepared change, once. Throws Refused if it would no longer do what was shown, or if another call
 * applies it, with the id of the change.
 */
export async function applyPrepared(db: Db, programId: string, make: MakeCall, preparedId: string) {
  const key = keyOf(programId, preparedId)
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const kept = await claimPrepared(db, key)
    if (!kept) throw new Refused('There is no such prepared change, or it is over. Please prepare it again.')
    if ('path' in kept) return applyKept(db, key, make, kept)
    if (kept.applied) throw new Refused(`This was applied already, as change ${kept.applied}.`)
    await setTimeout(LOOK_EVERY)
  }
  throw new Refused('Another call applies this. Its history says what was changed.')
}

/** For a call waiting for another one's outcome: about ten seconds. */
const [MOST_LOOKS, LOOK_EVERY] = [100, 100]

/** The stored prepared change. The first caller is to apply it; others see that someone already does. */
const claimPrepared = (db: Db, key: string) =>
  inTransaction(db, async (db) => {
    const json = await takeChallenge(db, key)
    if (json === undefined) return undefined
    const kept = JSON.parse(json) as Kept | Applied
    await keepApplied(db, key, 'path' in kept ? { applied: null } : kept)
    return kept
  })

const keepApplied = (db: Db, key: string, applied: Applied) => keepChallenge(db, key, JSON.stringify(applied))

async function applyKept(db: Db, key: string, make: MakeCall, kept: Kept) {
  try {
    const answer = await makeCallOnce(make, kept)
    await inTransaction(db, (db) => keepApplied(db, key, { applied: String(answer.change_id) }))
    return answer
  } catch (error) {
    await inTransaction(db, (db) => takeChallenge(db, key))
    throw error
  }
}

async function makeCallOnce(make: MakeCall, { path, input, digest }: Kept) {
  const endpoint = changing.find((one) => one.path === path)
  if (!endpoint) throw new Refused('There is no such prepared change. Please prepare it again.')
  const preview = await rehearse(make, endpoint, input)
  if (digestOf(preview) !== digest)
    throw new Refused('Records have changed since this was prepared. Nothing was changed. Please prepare it again.')
  const { message, change_id, can_undo } = bodyOf(await make(endpoint, input))
  return { message, change_id, can_undo }
}

const digestOf = ({ records, records_total }: Preview) => sha256(JSON.stringify([records, records_total]))

/** What a call would do, found out by doing it in a transaction that is rolled back. */
async function rehearse(make: MakeCall, endpoint: Endpoint, input: object): Promise<Preview> {
  let preview: Preview | undefined
  let isRehearsed = false as boolean
  const answer = await make(endpoint, input, async (db, { id, outcome }) => {
    isRehearsed = true
    preview = undefined
    if (!outcome.written.in) return
    const { change, data, total } = await recordsOfChange(db, id, { page: 1, per_page: MOST_SHOWN })
    preview = {
      summary: (change as Change & { sentence: string }).sentence,
      records: data.map(shown),
      records_total: total,
    }
  })
  if (preview) return preview
  // A refused call was not rehearsed to its end.
  if (!isRehearsed) bodyOf(answer)
  throw new Refused('This would change nothing.')
}

type ChangedRecord = { record_type: string; record_id: string; title: string; kind: string; fields: object[] }
// Added records get new ids each time.
const shown = ({ record_type, record_id, title, kind, fields }: ChangedRecord) => ({
  record_type,
  ...(kind !== 'add' && { record_id }),
  title,
  does: kind,
  fields,
})

const callsOf = (type: RecordType) => recordCalls[type] as Record<string, Endpoint | undefined>
const changing: Endpoint[] = [
  ...Object.values(recordCalls).flatMap((calls) => Object.values<Endpoint>(calls)),
  records.bulk,
  changes.undo,
]

async function callFor(make: MakeCall, { action, record_type, record_id, change_id, fields = {} }: Wanted) {
  if (action === 'undo') return { endpoint: changes.undo as Endpoint, input: { change_id } }
  if (!record_type) throw new Refused('record_type is missing.')
  if (action === 'send') return { endpoint: notifications.send as Endpoint, input: fields }
  const { key } = kinds[record_type]
  const { [action]: endpoint, get } = callsOf(record_type)
  if (action === 'add') {
    if (!endpoint) throw new Refused('Such records cannot be added.')
    return { endpoint, input: fields }
  }
  if (!record_id || !get) throw new Refused('record_id is missing.')
  const { data } = bodyOf(await make(get, { [key]: record_id })) as { data: Record<string, unknown> }
  if (action === 'activate' || action === 'deactivate')
    return { endpoint: records.bulk as Endpoint, input: { record_type, action, ids: [record_id] } }
  if (!endpoint) throw new Refused('This cannot be done to such records.')
  const which = { [key]: record_id, version: data['version'] }
  if (action !== 'edit') return { endpoint, input: which }
  return { endpoint, input: { ...asFields(record_type, endpoint, data), ...fields, ...which } }
}

/** The form's fields as a record has them; files are kept if they are not sent. */
function asFields(type: RecordType, { input }: Endpoint, record: Record<string, unknown>) {
  const files = Object.entries<Column>(kinds[type].columns).flatMap(([name, { type, wire = name }]) =>
    type === 'picture' || type === 'file' ? [wire] : [],
  )
  const names = Object.keys((input as { shape?: object }).shape ?? {})
  return Object.fromEntries(
    names
      .filter((name) => name in record && !files.includes(name))
      .map((name) => [name, idOf(record[name])] as const)
      .filter(([, value]) => value !== null),
  )
}

const idOf = (value: unknown) =>
  value !== null && typeof value === 'object' && '_id' in value ? (value as { _id: string })._id : value
