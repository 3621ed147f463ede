import type { ServedKind } from '../records/serve-records.ts'
import { notificationList } from './notifications.repository.ts'
import { notificationRoutes } from './notifications.routes.ts'

export const servedNotifications: ServedKind<'notifications'> = {
  list: notificationList,
  serve: notificationRoutes,
}
