import { dealers } from '#contract/dealers.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, WrittenAnswer } from '../../http/serve.ts'
import { listDealers, listDealersOnMap } from './dealers.repository.ts'
import { addDealer, editDealer, setDealerDeleted } from './dealers.service.ts'

const messages = toasts('Details')

/** Answers the calls of contract/dealers.ts. */
export function dealerRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, dealers.list, async (input) => ({
    message: 'Dealers and services',
    ...(await listDealers(db, input)),
  }))

  serve(app, dealers.map, async (input) => {
    const { json, total } = await listDealersOnMap(db, input)
    return new WrittenAnswer(`{"message":"Dealers and services","data":${json},"total":${total}}`)
  })

  serve(app, dealers.add, async (fields, { actor, idempotent }) => ({
    message: messages.added,
    data: await addDealer(deps, fields, actor, idempotent),
  }))

  serve(app, dealers.edit, async ({ service_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editDealer(deps, service_id, version, fields, actor),
  }))

  serve(app, dealers.delete, async ({ service_id, version }, { actor }) => {
    await setDealerDeleted(db, service_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, dealers.restore, async ({ service_id, version }, { actor }) => {
    await setDealerDeleted(db, service_id, version, false, actor)
    return { message: messages.restored }
  })
}
