import type { ServedKind } from '../records/serve-records.ts'
import { userList } from './users.repository.ts'
import { userRoutes } from './users.routes.ts'

export const servedUsers: ServedKind<'users'> = {
  list: userList,
  serve: userRoutes,
}
