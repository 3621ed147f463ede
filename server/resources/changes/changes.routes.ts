import { type Change, changes, type DescribedChange, records } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { isWithinKey } from '../../auth/program-keys/grants.ts'
import { mayUndo, whyBeyondKey } from '../../auth/program-keys/undo-within-key.ts'
import type { Deps } from '../../deps.ts'
import { forbidden } from '../../errors.ts'
import { type App, serve, serveChange } from '../../http/serve.ts'
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

/** What is said of a change that found nothing to do. */
const NOTHING_TO_DO = 'Nothing was changed.'

/** A change without what it says of records that the caller may not see: who made it is seen by all. */
function asSeen(change: DescribedChange, isSeen: (about: { record_type: RecordType }) => boolean): DescribedChange {
  const named = change.parts.flatMap(({ record_type, is_actor }) => (record_type && !is_actor ? { record_type } : []))
  if ([change, ...change.details, ...named].every(isSeen)) return change
  const parts = [...change.parts.filter(({ is_actor }) => is_actor), { text: ' changed this with other records.' }]
  const sentence = parts.map(({ text }) => text).join('')
  return { ...change, title: '', message: '', sentence, parts, details: change.details.filter(isSeen) }
}

/** Answers the calls of contract/changes.ts about what has happened. */
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
    const inKey = ({ record_type: type }: { record_type: RecordType }) => isWithinKey(session, type)
    const seen: typeof data = []
    for (const { change, ...entry } of data) {
      const can_undo = change.can_undo && (await mayUndo(db, session.program, change._id))
      seen.push({ ...entry, change: { ...asSeen(change, inKey), can_undo } })
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
    const outlook = await lookBeforeUndo(db, id, largeChange.moreThan)
    return write(async (db, change) => {
      const data = await describedChange(db, await undoChange(db, { id, leave, ask, outlook }, change))
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
