import type { z } from 'zod'
import {
  ENGLISH_ONLY,
  type FrenchType,
  type frenchCalls,
  frenchTypes,
  unfinishedStates,
} from '#contract/french-calls.ts'
import { frenchFileEnds, frenchFormatNames, frenchFormatTypes } from '#contract/french-files.ts'
import { counted } from '#contract/plural.ts'
import type { Actor } from '../../actor.ts'
import { isoNow } from '../../clock.ts'
import { sourceOf } from '../../db/engines/snapshot.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { frenchColumnsOf } from '../../records/french.ts'
import { countRecords, openChange } from '../../records/open-change.ts'
import { recordTables, wireName } from '../../records/record-tables.ts'
import type { exportsOf } from '../exports/exports.service.ts'
import type { FrenchField, FrenchKind } from './french-file.ts'

type Caller = { actor: Actor; gone: AbortSignal; write: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result> }
type On = Pick<Deps, 'db' | 'bus' | 'settings'> & { files: ReturnType<typeof exportsOf> }

/** Throws 422 while owners read only English. */
export function refuseWithoutFrench({ languages }: Deps['settings']) {
  if (!languages.includes('fr')) throw refused('format', ENGLISH_ONLY, 'not_allowed')
}

/**
 * A file of the records that `listUnfinished` lists, for translation. That it was made is recorded as a change before
 * the first byte is sent. Throws 422 while owners read only English, and 503 while others run.
 */
export async function exportFrench(
  { db, bus, settings, files }: On,
  { format, record_type, state }: z.output<typeof frenchCalls.export.input>,
  { actor, gone, write }: Caller,
) {
  refuseWithoutFrench(settings)
  const types = record_type ? [record_type] : frenchTypes
  // The contract's own texts, which need no quoting.
  const among = [...new Set(state ? [state].flat() : unfinishedStates)].map((one) => `'${one}'`).join()
  const french = types.map((type) => kindOf(type, among))
  const all = types.map((type) => `select id from ${type} where ${unfinished(among)}`).join(' union all ')
  const count = { text: `select count(*) as total from (${all}) as found`, values: [] }
  const { total, body, leave } = await files.start({ source: sourceOf(db), count, format, french }, gone, false)
  try {
    const change = openChange({
      actor,
      call: 'admin/french/export',
      kind: 'export',
      message: `Exported the French of ${counted(total, 'record', 'records')} as ${frenchFormatNames[format]}.`,
      detail: frenchFormatNames[format],
      done: total,
      isFinal: true,
      title: 'French',
    })
    await write((db) => countRecords(db, change, types[0] as FrenchType, []))
    bus.publish({ kind: 'change', change_id: change.id, record_types: [] })
    return { name: `French ${isoNow().slice(0, 10)}.${frenchFileEnds[format]}`, type: frenchFormatTypes[format], body }
  } catch (error) {
    leave()
    throw error
  }
}

const unfinished = (among: string) => `is_deleted = 0 and french in (${among})`

function kindOf(type: FrenchType, among: string): FrenchKind {
  const { noun, heading, tag } = recordTables[type]
  const fields = frenchFields(type)
  const columns = ['id', ...fields.flatMap(({ english, french, writtenFor }) => [english, french, writtenFor])]
  const text = `select ${columns.join()} from ${type} where ${unfinished(among)} order by id`
  return { type, noun: noun[0], title: heading ?? tag, fields, rows: { text, values: [] } }
}

/** The fields of a kind that have French. */
export const frenchFields = (type: FrenchType): FrenchField[] =>
  frenchColumnsOf(type).map((names) => {
    const { label = '', type: made } = recordTables[type].columns[names.english] ?? {}
    return { ...names, wire: wireName(type, names.english), label, isRich: made === 'rich_text' }
  })
