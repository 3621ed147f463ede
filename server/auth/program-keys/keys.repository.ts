import { BlockList, isIPv6 } from 'node:net'
import type { KeyPermission } from '#contract/keys.ts'
import type { RecordType } from '#contract/kinds.ts'
import { isoNow, MINUTE } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, Tables } from '../../db/schema.ts'
import type { Session } from '../sessions.ts'
import { sha256 } from '../tokens.ts'
import type { Grant } from './grants.ts'
import { isSecret } from './secrets.ts'

type Stored = Tables['program_keys']

/** In milliseconds: how old `last_used_at` may get before it is updated. */
const USE_NOTED_EVERY = MINUTE

const ACTIVE = 'select * from program_keys where secret_hash = ? and ended_at is null and expires_at > ?'

/** A program's session by its key's secret, or null if there is no such key or it has ended. */
export async function findProgram(db: Db, secret: string): Promise<Session | null> {
  if (!isSecret(secret)) return null
  const key = await activeKey(db, sha256(secret))
  if (!key) return null
  const noted = isoNow(-USE_NOTED_EVERY)
  if (!key.last_used_at || key.last_used_at < noted) {
    // A full disk must not stop a program from reading; a later call records the use.
    await db
      .updateTable('program_keys')
      .set({ last_used_at: isoNow() })
      .where('id', '=', key.id)
      .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', noted)]))
      .execute()
      .catch(() => {})
  }
  return sessionOf(key)
}

/** A program's session as it is now, by the hash of its secret; null if its key has ended. */
export async function programNow(db: Db, secretHash: string): Promise<Session | null> {
  const key = await activeKey(db, secretHash)
  return key ? sessionOf(key) : null
}

/** The key with this id, which is also its program's; undefined once it has ended. */
export const findKey = (db: Db, id: string) =>
  db
    .selectFrom('program_keys')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', isoNow())
    .executeTakeFirst()

async function activeKey(db: Db, secretHash: string) {
  const [key] = await readQuery<Stored>(db, ACTIVE, [secretHash, isoNow()])
  return key
}

const sessionOf = (key: Stored): Session => ({
  tokenHash: key.secret_hash,
  actor: { _id: key.id, kind: 'admin' },
  program: { id: key.id, grant: grantOf(key), isAllowedAt: (address) => isAllowedAt(key, address) },
})

function grantOf({ scope, record_types, may }: Stored): Grant {
  const types = new Set(JSON.parse(record_types) as RecordType[])
  return { scope, types, may: new Set(JSON.parse(may) as KeyPermission[]) }
}

function isAllowedAt({ addresses }: Stored, address: string) {
  const allowed = JSON.parse(addresses) as string[]
  if (!allowed.length) return true
  const list = new BlockList()
  for (const one of allowed) {
    const [network = '', bits] = one.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
