import type { z } from 'zod'
import { type Change, changes, type DescribedChange, records } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { isWithinKey } from '../../auth/program-keys/grants.ts'
import { mayUndo, whyBeyondKey } from '../../auth/program-keys/undo-within-key.ts'
import type { Deps } from '../../deps.ts'
import { forbidden } from '../../errors.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange } from '../../http/serve.ts'
import { readWaiting } from '../../records/later-edits.ts'
import { kindsWithin } from '../../records/names/names.ts'
import { columnOf } from '../../records/record-tables.ts'
import { bulkChange, lookBeforeSet, previewSet } from './bulk/bulk.service.ts'
import { whereChosen } from './bulk/chosen-records.ts'
import { listChanges } from './history/changes.repository.ts'
import { describedChange, describedChanges } from './history/described.ts'
import { findEntry, historyOf, recordsOfChange } from './history/history.repository.ts'
import { relationsOf, relationsOfMany } from './relations/relations.repository.ts'
import { reorder } from './reorder/reorder.service.ts'
import { nextNumber } from './reorder/sequences.repository.ts'
import { LARGE_CHANGE, stopChange } from './running-change.ts'
import { lookBeforeUndo, previewUndo, undoChange } from './undo/undo.service.ts'

/** The message of a change that found nothing to do. */
const NOTHING_TO_DO = 'Nothing was changed.'

type Sees = (type: RecordType) => boolean
type Entry = z.output<typeof changes.of_record.output>['data'][number]

/** A change without details about records that the caller may not see; everyone sees who made it. */
function asSeen(change: DescribedChange, sees: Sees): DescribedChange {
  const seesWithin = ({ record_type, within }: DescribedChange['details'][number]) =>
    within === null || kindsWithin(record_type).every(sees)
  const named = change.parts.flatMap(({ record_type, is_actor }) => (record_type && !is_actor ? record_type : []))
  const types = [change.record_type, ...change.details.map(({ record_type }) => record_type), ...named]
  if (types.every(sees) && change.details.every(seesWithin)) return change
  const parts = [...change.parts.filter(({ is_actor }) => is_actor), { text: ' changed this with other records.' }]
  const sentence = parts.map(({ text }) => text).join('')
  const details = change.details
    .filter(({ record_type }) => sees(record_type))
    .map((detail) => (seesWithin(detail) ? detail : { ...detail, within: null }))
  return { ...change, title: '', message: '', sentence, parts, details }
}

/** The fields of an entry, with only the ids of references that the caller may not see. */
const fieldsAsSeen = ({ record_type, fields }: Entry, sees: Sees) =>
  fields.map((field): typeof field => {
    const { refersTo, refersToOneOf = [] } = columnOf(record_type, field.field) ?? {}
    if ([refersTo ?? [], refersToOneOf].flat().every(sees)) return field
    return { ...field, from: nameless(field.from), to: nameless(field.to) }
  })

const nameless = <Value>(value: Value): Value =>
  value !== null && typeof value === 'object' && 'name' in value ? { ...value, name: '' } : value

/** Answers the calls of contract/changes.ts about the past. */
export function changeRoutes(app: App, { db, bus, largeChange = LARGE_CHANGE }: Deps) {
  const told = async <Page extends { data: Change[] }>(page: Page) => ({
    ...page,
    data: await describedChanges(db, page.data),
  })

  serve(app, changes.list, async (input) => ({ message: 'Changes', ...(await told(await listChanges(db, input))) }))

  serve(app, changes.get, async ({ change_id, ...paging }) => ({
    message: 'Change',
    ...(await recordsOfChange(db, change_id, paging)),
  }))

  serve(app, changes.of_record, async ({ record_type, record_id, ...paging }, { session }) => {
    const { data, ...page } = await historyOf(db, record_type, record_id, paging)
    const sees = (type: RecordType) => isWithinKey(session, type)
    const seen: typeof data = []
    for (const entry of data) {
      const can_undo = entry.change.can_undo && (await mayUndo(db, session.program, entry.change._id))
      seen.push({ ...entry, fields: fieldsAsSeen(entry, sees), change: { ...asSeen(entry.change, sees), can_undo } })
    }
    return { message: 'History', ...page, data: seen }
  })

  serve(app, changes.entry, async ({ entry_id }) => ({ message: 'Entry', data: await findEntry(db, entry_id) }))

  serve(app, changes.preview_undo, async ({ change_id }) => ({
    message: 'Undo',
    data: await previewUndo(db, change_id),
  }))

  serveChange(app, changes.undo, '', async (input, { write, session }) => {
    const { change_id: id, leave_obstacles: leave, ask_above: ask } = input
    const why = session.program && (await whyBeyondKey(db, session.program, id))
    if (why) throw forbidden(why)
    const preview = await lookBeforeUndo(db, id, largeChange.moreThan)
    return write(async (db, change) => {
      const data = await describedChange(db, await undoChange(db, { id, leave, ask, preview }, change))
      return { message: data.message, data }
    })
  })

  serve(app, changes.stop, async ({ change_id }, { write }) => {
    const data = await write((db) => stopChange(db, change_id))
    bus.publish({ kind: 'change', change_id, record_types: [data.record_type] })
    return { message: data.message, data }
  })

  // The service knows how many there are, and says so.
  serveChange(app, records.bulk, '', async (fields, { write }) => {
    if (fields.preview) {
      const data = await previewSet(db, fields)
      return write(async () => ({ message: 'Preview', data }))
    }
    const counted = await lookBeforeSet(db, fields, largeChange.moreThan)
    return write(async (db, change) => {
      const data = await bulkChange(db, fields, change, largeChange.moreThan, counted)
      return { message: data?.message ?? NOTHING_TO_DO, data }
    })
  })

  serveChange(app, records.reorder, '', ({ record_type, record_id: id, before, in_part: inPart }, { write }) =>
    write(async (db, change) => {
      const data = await reorder(db, record_type, { id, before, inPart }, change)
      return { ...(!data && { message: NOTHING_TO_DO }), data }
    }),
  )

  serve(app, records.later_edits, async ({ record_type, record_id }) => {
    const waiting = await readWaiting(db, record_type, record_id)
    return { message: 'Edits', data: waiting ? { edits_at: waiting.at, fields: waiting.columns } : null }
  })

  serve(app, records.next_number, async ({ record_type, within }) => ({
    message: 'Next number',
    data: { seq_no: await nextNumber(db, record_type, within) },
  }))

  serve(app, records.relations, async ({ record_type, record_id, ids, matching, except = [] }, { session }) => {
    const data =
      record_id === undefined
        ? await relationsOfMany(db, record_type, whereChosen(db, record_type, { ids, matching, except }))
        : await relationsOf(db, record_type, record_id)
    const inKey = ({ record_type: type }: { record_type: RecordType }) => isWithinKey(session, type)
    const { along, used_by, returning } = data
    const seen = { along: along.filter(inKey), used_by: used_by.filter(inKey), returning: returning.filter(inKey) }
    return { message: 'Relations', data: { ...data, ...seen } }
  })
}
