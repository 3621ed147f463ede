import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Given } from './environment.ts'
import { SettingsError } from './settings-error.ts'

/** Throws SettingsError for settings that require or contradict each other. */
export function refuseTogether(set: Given) {
  refuseHalfOfS3(set)
  refuseHalfOfTiles(set)
  for (const beside of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (set[beside] && !set.DATABASE_URL) throw new SettingsError(`DATABASE_URL: must be set together with ${beside}`)
  }
  if (set.METRICS_PORT === set.PORT) throw new SettingsError('METRICS_PORT: must differ from PORT')
  if (set.BACKUP_DIR && isWithin(set.BACKUP_DIR, set.DATA_DIR))
    throw new SettingsError('BACKUP_DIR: must not be in DATA_DIR: what loses the data would lose the backups too')
  refuseTwins(set.APP_KEYS)
  if (set.FCM_ENDPOINT && !set.FCM_CREDENTIALS)
    throw new SettingsError('FCM_CREDENTIALS: must be set together with FCM_ENDPOINT')
  if (set.DEMO_SOCIAL_SIGN_IN === 'true' && set.NODE_ENV === 'production')
    throw new SettingsError('DEMO_SOCIAL_SIGN_IN: must not be true where NODE_ENV is production')
}

/** Whether a folder is, or is inside, another one, following existing links between folders. */
function isWithin(folder: string, other: string) {
  const way = relative(realPath(other), realPath(folder))
  return way === '' || (way.split(sep)[0] !== '..' && !isAbsolute(way))
}

function realPath(path: string): string {
  const full = resolve(path)
  try {
    return realpathSync(full)
  } catch {
    const parent = dirname(full)
    return parent === full ? full : join(realPath(parent), basename(full))
  }
}

function refuseTwins(appKeys: string | undefined) {
  const names = appKeys?.split(',').map((pair) => pair.split(':')[0]) ?? []
  const twin = names.find((name, place) => names.indexOf(name) !== place)
  if (twin !== undefined) throw new SettingsError(`APP_KEYS: must not have two keys of the name ${twin}`)
}

// A setting that is silently ignored is worse than a missing one.
function refuseHalfOfS3(set: Given) {
  if (set.S3_ENDPOINT && !set.S3_BUCKET) throw new SettingsError('S3_BUCKET: must be set together with S3_ENDPOINT')
  if (set.S3_BUCKET && Boolean(set.AWS_ACCESS_KEY_ID) !== Boolean(set.AWS_SECRET_ACCESS_KEY)) {
    const missing = set.AWS_ACCESS_KEY_ID ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'
    throw new SettingsError(`${missing}: must be set as well`)
  }
}

// Tile providers require their attribution to be shown.
function refuseHalfOfTiles(set: Given) {
  if (Boolean(set.MAP_TILES_URL) === Boolean(set.MAP_TILES_CREDIT)) return
  const missing = set.MAP_TILES_URL ? 'MAP_TILES_CREDIT' : 'MAP_TILES_URL'
  throw new SettingsError(`${missing}: must be set as well`)
}
