import { forgetOwner } from '../../auth/rate-limit.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { containing } from '../../db/search/text-conditions.ts'
import { textKey } from '../../db/search/text-key.ts'
import { looksForPerson, mayNamePerson, namesPerson, type PersonalWords, wordsToFind } from './personal-words.ts'
import { ownOutcomes } from './requests.service.ts'

const ERASED = 'Erased'

/** Removes what other tables hold of an owner who is erased: what is not theirs, and is no text of others. Call it in the transaction. */
export async function eraseTraces(db: Db, id: string, words: PersonalWords) {
  await forgetOwner(db, id, words.emails)
  await db.updateTable('notification_recipients').set({ reason: null }).where('user_id', '=', id).execute()
  await eraseAnswersAndMails(db, id, words)
  await eraseFiles(db, id, words)
  await eraseViews(db, words)
  await eraseRequests(db, id)
}

const anyOf = (column: string, texts: readonly string[]): Condition => {
  const parts = texts.map((text) => containing(`lower(${column})`, text.toLowerCase()))
  return { sql: `(${parts.map(({ sql }) => sql).join(' or ')})`, values: parts.flatMap(({ values }) => values) }
}

/** Answers that are remembered for calls that are repeated, mails that wait, and what the dealer site has said. */
async function eraseAnswersAndMails(db: Db, id: string, { emails, numbers }: PersonalWords) {
  const about = [id, ...emails]
  const answered = anyOf('answer', about)
  await writeQuery(db, `delete from idempotency_keys where ${answered.sql}`, answered.values)
  const mailed = anyOf('payload', about)
  await writeQuery(db, `delete from jobs where kind = 'mail' and ${mailed.sql}`, mailed.values)
  const serials = engineOf(db).textsFromJson
  await writeQuery(db, `delete from warranty_answers where serial in ${serials}`, [JSON.stringify(numbers)])
}

/** Rows of files that are to be imported, and what such files are called. */
async function eraseFiles(db: Db, id: string, words: PersonalWords) {
  const all = wordsToFind(words)
  const cells = anyOf('cells', all)
  const own = `select id from users where id = ? union all select id from rvs where user_id = ?`
  const rows = await writeQuery<{ rehearsal_id: string }>(
    db,
    `delete from import_rows where ${cells.sql} or record_id in (${own}) returning rehearsal_id`,
    [...cells.values, id, id],
  )
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
  const said = anyOf('detail', all)
  await writeQuery(db, `update changes set detail = null where kind = 'import' and ${said.sql}`, said.values)
}

/** Lists that are narrowed to the person, by a name that people have given them or as they were left. */
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

/** The same state of a list, as JSON, without the filters that look for the person. */
function withoutPerson(text: string, words: PersonalWords) {
  const { filters, ...state } = JSON.parse(text) as { filters?: Record<string, unknown> }
  const left = Object.entries(filters ?? {}).filter(([, filter]) => !looksForPerson(filter, words))
  const isSame = left.length === Object.keys(filters ?? {}).length
  return isSame ? text : JSON.stringify({ ...state, filters: Object.fromEntries(left) })
}

/** What the product itself says of a request; anything else somebody has written, and may be about the person. */
const OWN_OUTCOMES: readonly (string | null)[] = [...ownOutcomes, ERASED]

/** Empties what was written of their requests. Those that are open are over: there is nothing left to answer with. */
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
