import type { z } from 'zod'
import type { Language } from '#contract/french.ts'
import { type OwnCalls, ownCalls, ownRecords } from '#contract/owner/own-records.ts'
import { ownVins } from '#contract/owner/vins.ts'
import { capital } from '#contract/plural.ts'
import { toasts } from '#contract/records.ts'
import { NO_SERIAL, warranty } from '#contract/warranty.ts'
import type { Actor } from '../../actor.ts'
import { isoNow } from '../../clock.ts'
import { partAfter } from '../../db/lists/published.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange } from '../../http/serve.ts'
import { inFrench, inLanguage } from '../../records/in-french.ts'
import { recordTables } from '../../records/record-tables.ts'
import { refuseStale } from '../../records/stale.ts'
import { checklistList, listChecklistsVisibleTo } from '../checklists/checklists.repository.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import {
  listMaintenanceItemsVisibleTo,
  maintenanceItemList,
} from '../maintenance-items/maintenance-items.repository.ts'
import { maintenanceItemRecords, setDone } from '../maintenance-items/maintenance-items.service.ts'
import { published } from '../records/published.ts'
import type { Records } from '../records/records-of.ts'
import { listRvsOf, rvList } from '../rvs/rvs.repository.ts'
import { rvRecords } from '../rvs/rvs.service.ts'
import { sellRv } from '../rvs/sold.ts'
import { CHECKED_VIN, checkVin } from '../vin-patterns/vin-patterns.service.ts'
import { askWarranty } from '../warranty/warranty.service.ts'
import {
  asSeenBy,
  changingOwn,
  findOwn,
  findVisible,
  isOf,
  type OwnRow,
  type OwnTable,
  withinLimit,
} from './own-records.service.ts'

const item = ownRecords.maintenanceItem.output.shape.data
const rv = ownRecords.rv.output.shape.data

/** Answers the calls of contract/owner/own-records.ts. */
export function ownRecordRoutes(app: App, deps: Deps) {
  const { db, checkWarranty } = deps
  published(
    app,
    ownRecords.rvs,
    (input, { actor }) => listRvsOf(db, actor._id, input),
    (after, { actor }) => partAfter(db, rvList, { after, at: isoNow() }, { user_id: actor._id }),
    (records) => inFrench(db, 'rvs', records),
  )
  published(
    app,
    ownRecords.checklists,
    async (input, { actor }) => withMine(await listChecklistsVisibleTo(db, actor._id, input), actor._id),
    async (after, { actor: { _id } }) =>
      withMine(await partAfter(db, checklistList, { after, at: isoNow() }, { visible_to: _id }), _id),
    (records) => inFrench(db, 'checklists', records),
  )
  published(
    app,
    ownRecords.maintenance,
    async (input, { actor }) => withMine(await listMaintenanceItemsVisibleTo(db, actor._id, input), actor._id),
    async (after, { actor: { _id } }) =>
      withMine(await partAfter(db, maintenanceItemList, { after, at: isoNow() }, { visible_to: _id }), _id),
  )
  serveOwn(app, deps, 'rvs', ownCalls.rvs, rvRecords)
  serveOwn(app, deps, 'checklists', ownCalls.checklists, checklistRecords)
  serveOwn(app, deps, 'maintenance_items', ownCalls.maintenance_items, maintenanceItemRecords)

  serve(app, ownRecords.warranty, async ({ rv_id }, { actor }) => {
    const { serial_no } = await findOwn(db, rvRecords, rv_id, actor._id)
    const { data } = warranty.check.input.safeParse({ serial: serial_no })
    if (!data) throw refused('rv_id', NO_SERIAL)
    return askWarranty(checkWarranty, data.serial)
  })

  serve(app, ownVins.check, async (input, { language }) => ({
    message: CHECKED_VIN,
    data: await checkVin(db, input, { isForOwner: true, language }),
  }))

  serveChange(
    app,
    ownRecords.soldRv,
    'The RV is no longer yours.',
    async ({ rv_id: id, version }, { actor, write }) => {
      const changing = changingOwn(rvRecords, { id, owner: actor._id, shape: rv }, write)
      await changing(async (db, change) => {
        await refuseStale(db, await rvRecords.find(db, id), version, change)
        await sellRv(db, id, change)
      })
    },
  )

  serveChange(
    app,
    ownRecords.doneMaintenance,
    ({ done }) => (done ? 'Marked as done.' : 'Marked as not done.'),
    async ({ maintenance_id: id, done, version }, { actor, write }) => {
      const owner = actor._id
      const changing = changingOwn(maintenanceItemRecords, { id, owner, shape: item }, write)
      return {
        data: asSeenBy(item, await changing((db, change) => setDone(db, { id, done, version }, change)), owner),
      }
    },
  )
}

/**
 * Answers the calls with which owners read, add, edit and delete their own records of a kind, in its description's
 * words.
 */
function serveOwn<Wire extends OwnRow, Fields extends object>(
  app: App,
  deps: Deps,
  table: OwnTable,
  calls: OwnCalls,
  records: Records<Wire, Fields, Deps>,
) {
  const { db } = deps
  const kind = recordTables[table]
  const { key, noun } = kind
  const messages = toasts(kind)
  const { shape } = calls.get.output as z.ZodObject<{ data: z.ZodObject }>

  /** A record as the caller reads it. */
  async function seenBy({ actor, language }: { actor: Actor; language: Language }, row: Wire) {
    const [read = row] = await inLanguage(db, table, [row], language)
    return asSeenBy(shape.data, read, actor._id)
  }

  serve(app, calls.get, async (input, caller) => {
    const row = await findVisible(db, records, (input as { _id: string })._id, caller.actor._id)
    return { message: capital(noun[0]), data: await seenBy(caller, row) }
  })

  serveChange(app, calls.add, messages.added, async (fields, { write, ...caller }) => {
    const added = await records.add(deps, fields as Fields, withinLimit(table, caller.actor._id, write))
    return { data: await seenBy(caller, added) }
  })

  serveChange(app, calls.edit, messages.updated, async (input, { write, ...caller }) => {
    const edit = which(input)
    const changing = changingOwn(records, { id: edit.id, owner: caller.actor._id, shape: shape.data }, write)
    return { data: await seenBy(caller, await records.edit(deps, edit, changing)) }
  })

  serveChange(app, calls.delete, messages.removed, async (input, { actor, write }) => {
    const { id, version } = which(input)
    const changing = changingOwn(records, { id, owner: actor._id, shape: shape.data, isDelete: true }, write)
    await changing((db, change) => records.setDeleted(db, id, { deleted: true, version }, change))
  })

  function which(input: unknown) {
    const { [key]: id, version, ...fields } = input as Record<string, unknown>
    return { id: id as string, version: version as number | undefined, fields: fields as Fields }
  }
}

const withMine = <Page extends { data: OwnRow[] }>(page: Page, owner: string) => ({
  ...page,
  data: page.data.map((row) => ({ ...row, mine: isOf(row, owner) })),
})
