import type { Settings } from '../../settings/settings.ts'
import { fcmPush } from './fcm.ts'
import { inboxPush } from './inbox.ts'
import type { Push } from './push.ts'
import { readServiceAccount } from './service-account.ts'

/** How messages reach devices: through Firebase if it is set up, else not at all. Throws SettingsError. */
export const pushSource = ({ fcmCredentials, fcmEndpoint }: Settings): Push =>
  fcmCredentials ? fcmPush(readServiceAccount(fcmCredentials), fcmEndpoint) : inboxPush
