import { dealers } from '#contract/dealers.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet, WrittenAnswer } from '../../http/serve.ts'
import { findDealer, listDealers, listDealersOnMap } from './dealers.repository.ts'
import { addDealer, editDealer, setDealerDeleted } from './dealers.service.ts'

const messages = toasts('Details')

/** Answers the calls of contract/dealers.ts. */
export function dealerRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, dealers.list, async (input) => ({
    message: 'Dealers and services',
    ...(await listDealers(db, input)),
  }))

  serveGet(app, dealers.get, 'Dealer', async (id) => (await findDealer(db, id)).dealer)

  serve(app, dealers.map, async (input) => {
    const { json, total } = await listDealersOnMap(db, input)
    return new WrittenAnswer(`{"message":"Dealers and services","data":${json},"total":${total}}`)
  })

  serve(app, dealers.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, async (change) => ({ data: await addDealer(deps, fields, change, idempotent) })),
  )

  serve(app, dealers.edit, ({ service_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editDealer(deps, service_id, version, fields, change),
    })),
  )

  serve(app, dealers.delete, ({ service_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setDealerDeleted(db, service_id, version, true, change)),
  )

  serve(app, dealers.restore, ({ service_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setDealerDeleted(db, service_id, version, false, change)),
  )
}
