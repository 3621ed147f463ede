import type { Column } from '#contract/column.ts'
import { isLaterType, type LaterType, type RecordType, recordTypes } from '#contract/kinds.ts'
import type { Naming } from '#contract/privacy.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { containing, textCondition } from '../../db/search/text-conditions.ts'
import { textKey } from '../../db/search/text-key.ts'
import { waitingIn } from '../../records/later-edits.ts'
import { plainText, wordsOf } from '../../records/names/content-words.ts'
import { distinctNames } from '../../records/names/names.ts'
import { recordTables } from '../../records/record-tables.ts'
import { servedKinds } from '../kinds.ts'
import { type PersonalWords, wordsToFind } from './personal-words.ts'

/** People and their things are not texts: another person with the same name is another person. */
const NO_TEXTS: readonly RecordType[] = ['users', 'admins', 'rvs']
/** More of one kind are not listed. */
const MOST_OF_KIND = 100

type Row = { id: string } & Record<string, string | null>

/** Others' records whose texts contain one of the words, at most a hundred of each kind. Nothing is changed. */
export async function textsThatName(db: Db, words: PersonalWords): Promise<Naming[]> {
  const wanted = wordsToFind(words)
  const found: Naming[] = []
  for (const record_type of recordTypes.filter((type) => !NO_TEXTS.includes(type))) {
    const ids = await recordsThatName(db, record_type, wanted)
    const names = await distinctNames(db, record_type, ids)
    found.push(...ids.map((record_id) => ({ record_type, record_id, title: names.get(record_id)?.title ?? '' })))
  }
  return found
}

async function recordsThatName(db: Db, type: RecordType, words: string[]) {
  const columns = Object.entries<Column>(recordTables[type].columns)
  const of = (wanted: Column['type']) => columns.filter(([, { type }]) => type === wanted)
  const ids = new Set<string>()
  for (const [name, { wire = name, hasKey }] of of('text')) {
    const key = hasKey ? `${name}_key` : name
    const isSearched = engineOf(db).hasSearchTable && servedKinds[type].list.columns[wire]?.searched === key
    for (const word of words) {
      const condition = hasKey
        ? textCondition({ table: type, column: key }, 'contains', word, isSearched)
        : containing(`lower(${type}.${name})`, word.toLowerCase())
      for (const { id } of await select(db, type, 'id', condition)) ids.add(id)
    }
  }
  for (const [name] of of('rich_text')) {
    for (const word of words) {
      const condition = ofAllWords(db, type, `${name}_words`, word)
      if (!condition) continue
      // The index knows which words a text has, but not their order.
      const rows = await select(db, type, `id, ${name}`, condition)
      for (const row of rows) if (textKey(plainText(row[name] ?? '')).includes(textKey(word))) ids.add(row.id)
    }
  }
  if (isLaterType(type)) for (const id of await waitingThatName(db, type, words)) ids.add(id)
  return [...ids].slice(0, MOST_OF_KIND)
}

/** Pages whose scheduled edits contain one of the words. */
async function waitingThatName(db: Db, type: LaterType, words: string[]) {
  const rows = await readQuery<{ id: string; edits: string }>(
    db,
    `select id, edits from ${type} where edits is not null`,
    [],
  )
  const keys = words.map(textKey)
  return rows.flatMap(({ id, edits }) => {
    const texts = Object.values(waitingIn({ edits })).filter((value) => typeof value === 'string')
    const text = textKey(texts.map(plainText).join('\n'))
    return keys.some((key) => text.includes(key)) ? id : []
  })
}

const select = (db: Db, type: RecordType, columns: string, { sql, values }: Condition) =>
  readQuery<Row>(db, `select ${columns} from ${type} where ${sql} limit ${MOST_OF_KIND}`, values)

/** The texts that contain each part of a word: for an address, the parts between its symbols. */
function ofAllWords(db: Db, type: RecordType, column: string, text: string): Condition | undefined {
  const words = wordsOf(text)
  if (!words.length) return undefined
  if (engineOf(db).hasSearchTable) {
    const match = `${type}.seq in (select rowid from ${type}_words where ${type}_words match ?)`
    return { sql: match, values: [words.map((word) => `"${word}"`).join(' ')] }
  }
  const index = `array_to_tsvector(string_to_array(${type}.${column}, ' ')) @@ ?::tsquery`
  return { sql: index, values: [words.map((word) => `'${word}'`).join(' & ')] }
}
