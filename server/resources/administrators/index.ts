import type { ServedKind } from '../records/serve-records.ts'
import { administratorList } from './administrators.repository.ts'
import { administratorRoutes } from './administrators.routes.ts'

export const servedAdministrators: ServedKind<'admins'> = {
  list: administratorList,
  serve: administratorRoutes,
}
