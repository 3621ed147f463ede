import { vinPatterns } from '#contract/vin-patterns.ts'
import { serve } from '../../http/serve.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { vinPatternList } from './vin-patterns.repository.ts'
import { CHECKED_VIN, checkVin, vinPatternRecords } from './vin-patterns.service.ts'

export const servedVinPatterns: ServedKind<'vin_patterns'> = {
  list: vinPatternList,
  serve(app, deps) {
    serveRecords(app, deps, vinPatterns, vinPatternRecords)
    serve(app, vinPatterns.check, async (input) => ({ message: CHECKED_VIN, data: await checkVin(deps.db, input) }))
  },
}
