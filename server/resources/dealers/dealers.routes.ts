import { dealerKind, dealers } from '#contract/dealers.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveChange, WrittenAnswer } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { listDealersOnMap } from './dealers.repository.ts'
import { dealerRecords } from './dealers.service.ts'
import { doubtsToSettle, listDoubts, mendDealer, mendingOf, settleDoubts } from './doubts.service.ts'

/** Answers the calls of contract/dealers.ts. */
export function dealerRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, dealers, dealerRecords, { listed: 'Dealers and services' })

  serve(app, dealers.map, async (input) => {
    const { json, total } = await listDealersOnMap(deps.db, input)
    return new WrittenAnswer(`{"message":"Dealers and services","data":${json},"total":${total}}`)
  })

  serve(app, dealers.doubts, async () => ({ message: 'Doubts', data: await listDoubts(deps) }))

  serve(app, dealers.is_right, async (which, { write }) => {
    const doubts = await doubtsToSettle(deps, which)
    await write((db) => settleDoubts(db, doubts))
    return { message: 'This is right.' }
  })

  serveChange(app, dealers.mend, toasts(dealerKind).updated, async (which, { write }) => {
    const mend = await mendingOf(deps, which)
    return write(async (db, change) => ({ data: await mendDealer(db, which, mend, change) }))
  })
}
