import type { ImportOutcome } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import { forgetOwner } from '../../auth/rate-limit.ts'
import { socialAccount } from '../../auth/social-tokens.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { containing } from '../../db/search/text-conditions.ts'
import { textKey } from '../../db/search/text-key.ts'
import { mayNamePerson, namesPerson, type PersonalWords, searchesForPerson, wordsToFind } from './personal-words.ts'
import { ownOutcomes } from './requests.service.ts'

const ERASED = 'Erased'

/** Who they were before the erase. */
type Person = { id: string; type: string; social_id: string | null }

/** Removes an erased owner’s traces from other tables; others' texts stay. Call it in the transaction. */
export async function eraseTraces(db: Db, { id, type, social_id }: Person, words: PersonalWords) {
  await forgetOwner(db, id, [...words.emails, ...(social_id === null ? [] : [socialAccount(type, social_id)])])
  await db.updateTable('notification_recipients').set({ reason: null }).where('user_id', '=', id).execute()
  for (const table of ['notification_recipients', 'devices'] as const)
    await db.updateTable(table).set({ merged_from: null }).where('merged_from', '=', id).execute()
  await eraseWaiting(db, id, words)
  await eraseFiles(db, id, words)
  await eraseViews(db, words)
  await eraseRequests(db, id)
}

const anyOf = (column: string, texts: readonly string[]): Condition => {
  const parts = texts.map((text) => containing(`lower(${column})`, text.toLowerCase()))
  return { sql: `(${parts.map(({ sql }) => sql).join(' or ')})`, values: parts.flatMap(({ values }) => values) }
}

/** Waiting mails, requested files, assistants’ changes that wait, whoever they are about, and answers of the dealer site. */
async function eraseWaiting(db: Db, id: string, words: PersonalWords) {
  const { emails, numbers } = words
  const asked = anyOf('about', wordsToFind(words))
  await writeQuery(
    db,
    `delete from one_time_secrets where purpose = 'challenge' and (subject like 'export %' and ${asked.sql}
       or subject like 'prepared %' and about like ?)`,
    [...asked.values, '{"path":%'],
  )
  const mailed = anyOf('payload', [id, ...emails])
  await writeQuery(db, `delete from jobs where kind = 'mail' and ${mailed.sql}`, mailed.values)
  const serials = engineOf(db).textsFromJson
  await writeQuery(db, `delete from warranty_answers where serial in ${serials}`, [JSON.stringify(numbers)])
}

/** Files of these kinds have rows about owners. */
const OF_PEOPLE = ['users', 'rvs', 'checklists', 'maintenance_items'] as const satisfies RecordType[]
const ERASED_MEANWHILE = 'An owner was erased while this file was read. Please check the file again.'

/** Rows of these rehearsals. Their counts follow, so that statements about an import stay true. */
async function eraseFileRows(db: Db, id: string, rehearsals: string[], words: string[]) {
  const cells = anyOf('cells', words)
  const own = 'select id from users where id = ? union all select id from rvs where user_id = ?'
  const rows = await writeQuery<{ rehearsal_id: string; outcome: ImportOutcome | null }>(
    db,
    `delete from import_rows where rehearsal_id in ${engineOf(db).textsFromJson}
       and (${cells.sql} or record_id in (${own})) returning rehearsal_id, outcome`,
    [JSON.stringify(rehearsals), ...cells.values, id, id],
  )
  for (const [key, { length }] of Map.groupBy(rows, ({ rehearsal_id, outcome }) => `${outcome} ${rehearsal_id}`)) {
    const [outcome = '', rehearsal = ''] = key.split(' ')
    if (outcome === 'null') continue
    const column = `${outcome as ImportOutcome}_count` as const
    await db
      .updateTable('import_rehearsals')
      .set(({ eb }) => ({ [column]: eb(column, '-', length) }))
      .where('id', '=', rehearsal)
      .execute()
  }
  return rows
}

/** Rows of files to be imported, and the names of those files. */
async function eraseFiles(db: Db, id: string, words: PersonalWords) {
  const all = wordsToFind(words)
  const people = await db
    .selectFrom('import_rehearsals')
    .select(['id', 'state'])
    .where('record_type', 'in', OF_PEOPLE)
    .execute()
  const rows = people.length
    ? await eraseFileRows(
        db,
        id,
        people.map(({ id }) => id),
        all,
      )
    : []
  const [named, sampled] = [anyOf('file_name', all), anyOf('reading', all)]
  const rehearsals = await readQuery<{ id: string; file_name: string; reading: string; change_id: string | null }>(
    db,
    `select id, file_name, reading, change_id from import_rehearsals
     where ${named.sql} or ${sampled.sql} or id in ${engineOf(db).textsFromJson}`,
    [...named.values, ...sampled.values, JSON.stringify([...new Set(rows.map(({ rehearsal_id }) => rehearsal_id))])],
  )
  for (const rehearsal of rehearsals) {
    const reading = JSON.stringify({ ...(JSON.parse(rehearsal.reading) as object), samples: [] })
    const isNamed = mayNamePerson(rehearsal.file_name, words)
    const file_name = isNamed ? ERASED : rehearsal.file_name
    await db.updateTable('import_rehearsals').set({ file_name, reading }).where('id', '=', rehearsal.id).execute()
    if (isNamed && rehearsal.change_id)
      await db.updateTable('changes').set({ detail: null }).where('id', '=', rehearsal.change_id).execute()
  }
  // Unread rows would name the person again.
  await db
    .updateTable('import_rehearsals')
    .set({ state: 'failed', problem: ERASED_MEANWHILE })
    .where('record_type', 'in', OF_PEOPLE)
    .where('state', '=', 'reading')
    .execute()
  const said = anyOf('detail', all)
  await writeQuery(db, `update changes set detail = null where kind = 'import' and ${said.sql}`, said.values)
}

/** Lists filtered by the person, in named views or as last left. */
async function eraseViews(db: Db, words: PersonalWords) {
  const views = await db.selectFrom('views').select(['id', 'name', 'state']).execute()
  for (const { id, name, state } of views) {
    const called = `${ERASED} ${id}`
    const left = withoutPerson(state, words)
    const isNamed = left === state ? namesPerson(name, words) : mayNamePerson(name, words)
    const renamed = isNamed && { name: called, name_key: textKey(called) }
    if (renamed || left !== state)
      await db
        .updateTable('views')
        .set({ ...renamed, state: left })
        .where('id', '=', id)
        .execute()
  }
  const lists = await db.selectFrom('list_preferences').select(['id', 'last']).where('last', 'is not', null).execute()
  for (const { id, last } of lists) {
    const left = withoutPerson(last ?? '{}', words)
    if (left !== last) await db.updateTable('list_preferences').set({ last: left }).where('id', '=', id).execute()
  }
}

/** The same list state, as JSON, without the filters that look for the person. */
function withoutPerson(text: string, words: PersonalWords) {
  const { filters, ...state } = JSON.parse(text) as { filters?: Record<string, unknown> }
  const left = Object.entries(filters ?? {}).filter(([, filter]) => !searchesForPerson(filter, words))
  const isSame = left.length === Object.keys(filters ?? {}).length
  return isSame ? text : JSON.stringify({ ...state, filters: Object.fromEntries(left) })
}

/** Outcomes that the product itself records; anything else was written by someone, and may be about the person. */
const OWN_OUTCOMES: readonly (string | null)[] = [...ownOutcomes, ERASED]

/** Empties what was written about their requests. Open ones are over: there is nothing left to answer with. */
async function eraseRequests(db: Db, user_id: string) {
  const requests = db.updateTable('privacy_requests').where('user_id', '=', user_id)
  await requests.set({ note: '' }).execute()
  await requests
    .set({ outcome: 'Closed' })
    .where('outcome', 'is not', null)
    .where('outcome', 'not in', OWN_OUTCOMES)
    .execute()
  await requests
    .set({ outcome: ERASED, closed_at: isoNow() })
    .where('outcome', 'is', null)
    .where('kind', '<>', 'erase')
    .execute()
}
