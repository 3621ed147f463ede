import { dealerKind, dealers } from '#contract/dealers.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange, WrittenAnswer } from '../../http/serve.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { readDealerCoverage } from './coverage.repository.ts'
import { dealerList, listDealersOnMap } from './dealers.repository.ts'
import { dealerRecords } from './dealers.service.ts'
import { doubtsToSettle, listDoubts, mendDealer, mendingOf, settleDoubts } from './doubts.service.ts'
import { listNear } from './near.ts'

export const servedDealers: ServedKind<'dealers'> = {
  list: dealerList,
  serve: dealerRoutes,
  publish(app, deps) {
    publishedToAll(app, deps, content.dealers, dealerList)
    serve(app, contentFound.dealersNear, async (input) => {
      const near = await listNear(deps.db, input)
      const data = await withFiles(deps, 'dealers', near.data)
      return contentFound.dealersNear.output.parse({ message: 'Dealers nearby', ...near, data })
    })
  },
}

/** Answers the calls of contract/dealers.ts. */
function dealerRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, dealers, dealerRecords, { listed: 'Dealers and services' })

  serve(app, dealers.map, async (input) => {
    const { json, total } = await listDealersOnMap(deps.db, input)
    return new WrittenAnswer(`{"message":"Dealers and services","data":${json},"total":${total}}`)
  })

  serve(app, dealers.coverage, async () => ({ message: 'Coverage', ...(await readDealerCoverage(deps)) }))

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
