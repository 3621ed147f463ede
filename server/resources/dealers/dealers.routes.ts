import { dealers } from '#contract/dealers.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, WrittenAnswer } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { listDealersOnMap } from './dealers.repository.ts'
import { dealerRecords } from './dealers.service.ts'

/** Answers the calls of contract/dealers.ts. */
export function dealerRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, dealers, dealerRecords, { listed: 'Dealers and services' })

  serve(app, dealers.map, async (input) => {
    const { json, total } = await listDealersOnMap(deps.db, input)
    return new WrittenAnswer(`{"message":"Dealers and services","data":${json},"total":${total}}`)
  })
}
