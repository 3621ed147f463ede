import type { CallOutput } from '#contract/endpoint.ts'
import type { Language } from '#contract/french.ts'
import { MOST_SYNCED, type sync } from '#contract/owner/sync.ts'
import { DAY, isoNow } from '../../../clock.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { inLanguage } from '../../../records/in-french.ts'
import { withPagesShown } from '../../manuals/manuals.repository.ts'
import { readInInbox } from '../../notifications/inbox.repository.ts'
import { withFiles } from '../../records/with-files.ts'
import { campaignsOf } from '../own-campaigns.service.ts'
import { isOf, isVisibleTo, type OwnRow } from '../own-records.service.ts'
import { besidesTables, CAMPAIGNS, heldTables, INBOX, type SyncedKind } from './held.ts'
import { neverShown } from './never-shown.ts'
import { epochOf, type Moved, movedAfter, recordsHeld } from './sync.repository.ts'

type Parts = Pick<Deps, 'db' | 'settings' | 'places'>
/** `back`: where the next sync begins once this one, which has sent unsettled records, reaches its end. */
type Cursor = Moved & { back?: Moved | undefined; epoch: string; owner: string | null; at: string; language?: 'fr' }
type Synced = Omit<CallOutput<typeof sync>, 'message'>

const BEGINNING: Moved = { moved: -1, record_type: '', record_id: '' }
/** How many records are read at once; an answer ends after the batch that reaches this many characters. */
const AT_ONCE = 50
const LONGEST_ANSWER = 2_000_000

const again = () =>
  new AppError(410, 'This cursor is no longer valid. Please sync from the beginning.', { code: 'sync_again' })

/**
 * What has changed for an owner, or for a visitor, since a cursor; at most 500 records. Throws 410 for a cursor that is
 * older than the history, from before a restore, someone else's or not ours.
 */
export async function syncSince(
  parts: Parts,
  {
    owner,
    language,
    since,
    historyDays,
  }: { owner: string | null; language: Language; since: string | undefined; historyDays: number },
): Promise<Synced> {
  const { db } = parts
  const epoch = await epochOf(db)
  const from: Moved & Pick<Cursor, 'back'> =
    since === undefined ? BEGINNING : cursorIn(since, { epoch, owner, language, historyDays })
  const found = await movedAfter(db, owner, from, MOST_SYNCED + 1)
  const moved = found.slice(0, MOST_SYNCED)
  const answer: Pick<Synced, 'changed' | 'deleted'> = { changed: [], deleted: [] }
  let length = 0
  let done = 0
  while (done < moved.length && length < LONGEST_ANSWER) {
    const some = moved.slice(done, done + AT_ONCE)
    length += await addRecords(parts, some, answer, { owner, language, begins: since === undefined })
    done += some.length
  }
  const told = moved.slice(0, done)
  const last = told.at(-1) ?? from
  const more = done < found.length
  const back = from.back ?? (told.every(isSettled) ? undefined : (told.findLast(isSettled) ?? from))
  const next = more ? { ...placeOf(last), back: back && placeOf(back) } : placeOf(back ?? last)
  return {
    ...answer,
    cursor: encoded({ ...next, epoch, owner, at: isoNow(), ...(language === 'fr' && { language }) }),
    more,
  }
}

const isSettled = ({ settled }: { settled: boolean }) => settled
const placeOf = ({ moved, record_type, record_id }: Moved): Moved => ({ moved, record_type, record_id })

type Asker = { owner: string | null; language: Language; begins: boolean }

/**
 * Adds the present state of these records; a new app has nothing to remove. Resolves to the number of characters added.
 */
async function addRecords(
  parts: Parts,
  some: Moved[],
  { changed, deleted }: Pick<Synced, 'changed' | 'deleted'>,
  { owner, language, begins }: Asker,
) {
  const records = new Map<string, Map<string, { _id: string }>>()
  const never = new Set<string>()
  for (const [table, ofTable] of Map.groupBy(some.map(movedRecord), ({ record_type }) => record_type)) {
    const ids = ofTable.map(({ record_id }) => record_id)
    const held = heldTables.get(table)
    if (held) records.set(table, byId(await seenBy(parts, held, ids, { owner, language })))
    if (table === INBOX && owner !== null) records.set(table, byId(await readInInbox(parts, { owner, language }, ids)))
    if (table === CAMPAIGNS && owner !== null)
      records.set(table, byId(await campaignsOf(parts.db, owner, { unit_ids: ids, language })))
    const hidden = begins ? [] : ids.filter((id) => !records.get(table)?.has(id))
    for (const id of await neverShown(parts.db, table, hidden, isoNow())) never.add(id)
  }
  let length = 0
  for (const { record_type, record_id } of some.map(movedRecord)) {
    const type = besidesTables[record_type] ?? heldTables.get(record_type)?.type
    if (!type) continue
    const record = records.get(record_type)?.get(record_id)
    if (record) {
      changed.push({ type, record } as Synced['changed'][number])
      length += JSON.stringify(record).length
    } else if (!begins && !never.has(record_id)) deleted.push({ type, _id: record_id })
  }
  return length
}

const LEFT = 'left_'

/**
 * The record that moved: if it stopped being the owner's, its type is marked; its id, also where several owners may
 * have it, comes before the owner's.
 */
const movedRecord = ({ record_type, record_id }: Moved) => ({
  record_type: record_type.startsWith(LEFT) ? record_type.slice(LEFT.length) : record_type,
  record_id: record_id.split(' ', 1)[0] ?? '',
})

/** Kinds of which an owner sees their own records, and those that administrators made for all. */
const ownTypes: ReadonlySet<string> = new Set(['rvs', 'checklists', 'maintenance_items'])

/** These records as the owner's lists return them. */
async function seenBy(parts: Parts, held: SyncedKind, ids: string[], { owner, language }: Omit<Asker, 'begins'>) {
  const found = await recordsHeld(parts.db, held, ids)
  const rows = ownTypes.has(held.list.table) ? found.filter((row) => isVisibleTo(row as OwnRow, owner ?? '')) : found
  const counted =
    held.type === 'manuals'
      ? await withPagesShown(parts.db, rows as { _id: string; updated_at: string }[], isoNow())
      : rows
  const read = await inLanguage(parts.db, held.list.table, counted, language)
  const shown = await withFiles(parts, held.list.table, read)
  return shown.map((row) => held.toWire(held.isMine ? { ...row, mine: isOf(row as OwnRow, owner ?? '') } : row))
}

const byId = (records: { _id: string }[]) => new Map(records.map((record) => [record._id, record]))

const encoded = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function cursorIn(
  text: string,
  {
    epoch,
    owner,
    language,
    historyDays,
  }: { epoch: string; owner: string | null; language: Language; historyDays: number },
) {
  const cursor = decoded(text)
  if (!cursor || cursor.epoch !== epoch || cursor.owner !== owner) throw again()
  if ((cursor.language ?? 'en') !== language) throw again()
  if (Date.parse(cursor.at) < Date.parse(isoNow()) - historyDays * DAY) throw again()
  return cursor
}

function decoded(text: string): Cursor | undefined {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    const isOurs =
      isPlace(cursor) &&
      (cursor.back === undefined || isPlace(cursor.back)) &&
      typeof cursor.at === 'string' &&
      !Number.isNaN(Date.parse(cursor.at))
    return isOurs ? cursor : undefined
  } catch {
    return undefined
  }
}

const isPlace = (place: Moved) =>
  Number.isSafeInteger(place.moved) && isKey(place.record_type) && isKey(place.record_id)

/** PostgreSQL refuses a text with U+0000. */
const isKey = (value: unknown) => typeof value === 'string' && !value.includes('\0')
