import { rvs } from '#contract/rvs.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { rvList } from './rvs.repository.ts'
import { rvRecords } from './rvs.service.ts'

export const servedRvs: ServedKind<'rvs'> = {
  list: rvList,
  serve: (app, deps) => serveRecords(app, deps, rvs, rvRecords),
}
