import { dealers } from '#contract/dealers.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listDealers, listDealersOnMap } from './dealers.repository.ts'
import { addDealer, editDealer, setDealerDeleted } from './dealers.service.ts'

const said = toasts('Details')

export function dealerRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, dealers.list, async (input) => ({
    message: 'Dealers and services',
    ...(await listDealers(db, input)),
  }))

  serve(app, dealers.map, async (input) => ({
    message: 'Dealers and services',
    ...(await listDealersOnMap(db, input)),
  }))

  serve(app, dealers.add, async (fields, { by, once }) => ({
    message: said.added,
    data: await addDealer(deps, fields, by, once),
  }))

  serve(app, dealers.edit, async ({ service_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editDealer(deps, service_id, version, fields, by),
  }))

  serve(app, dealers.delete, async ({ service_id, version }, { by }) => {
    await setDealerDeleted(db, service_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, dealers.restore, async ({ service_id, version }, { by }) => {
    await setDealerDeleted(db, service_id, version, false, by)
    return { message: said.restored }
  })
}
