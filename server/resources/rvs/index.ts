import { rvs } from '#contract/rvs.ts'
import { transfers } from '#contract/transfers.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange } from '../../http/serve.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { ownersOf, rvList } from './rvs.repository.ts'
import { acceptTransfer, refuseTransfer, rvRecords } from './rvs.service.ts'
import { listTransfers } from './transfers.repository.ts'

export const servedRvs: ServedKind<'rvs'> = {
  list: rvList,
  serve(app, deps) {
    serveRecords(app, deps, rvs, rvRecords)
    serve(app, rvs.owners, async (input) => ({ message: 'Owners', data: await ownersOf(deps.db, input) }))
    transferRoutes(app, deps)
  },
}

/** Answers the calls of contract/transfers.ts. */
function transferRoutes(app: App, { db }: Pick<Deps, 'db'>) {
  serve(app, transfers.list, async () => ({ message: 'Transfers', ...(await listTransfers(db)) }))

  serveChange(app, transfers.accept, 'The RV has been transferred.', ({ transfer_id }, { write }) =>
    write((db, change) => acceptTransfer(db, transfer_id, change)),
  )

  serveChange(app, transfers.refuse, 'The transfer has been refused.', ({ transfer_id }, { write }) =>
    write((db, change) => refuseTransfer(db, transfer_id, change)),
  )
}
