import { audiences } from '#contract/audiences.ts'
import { serve } from '../../http/serve.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { countAudience } from './audiences.service.ts'
import { audienceList } from './saved-audiences.repository.ts'
import { audienceRecords } from './saved-audiences.service.ts'

export const servedAudiences: ServedKind<'audiences'> = {
  list: audienceList,
  serve(app, deps) {
    serveRecords(app, deps, audiences, audienceRecords)
    serve(app, audiences.count, async (input) => ({ message: 'Audience', data: await countAudience(deps, input) }))
  },
}
