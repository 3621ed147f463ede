import { readSettings } from '#web/api/settings.ts'
import { formatZonedTime } from '#web/ui/zoned-time.ts'

/** The time zone of the office, in which content is published and taken down: 'America/Los_Angeles'. */
export const officeTimeZone = () => readSettings().timeZone ?? 'UTC'

/** A moment (ISO 8601) in the office's time: '1 Dec, 08:00'. */
export const formatOfficeTime = (iso: string) => formatZonedTime(iso, officeTimeZone())
