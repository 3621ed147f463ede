import { z } from 'zod'
import { DAY } from './durations.ts'
import { endpoint } from './endpoint.ts'
import { id, nameText } from './fields.ts'
import { type RecordType, recordTypes } from './kinds.ts'
import { answered, reference, said } from './records.ts'

/** What a program may do: read, or read and change. */
export const keyScopes = ['read', 'write'] as const
/** What a program with write access may do only if its key says so. */
export const keyPermissions = ['delete', 'send'] as const
export type KeyPermission = (typeof keyPermissions)[number]

/** The kinds of records open to programs: all but the team. */
export const programTypes = recordTypes.filter((type): type is Exclude<RecordType, 'admins'> => type !== 'admins')

/** The longest lifetime of a key, in days. */
export const LONGEST_KEY_DAYS = 366
/** Days before its end on which a key's maker gets an email. */
export const KEY_WARNING_DAYS = [14, 2] as const
/** The prefix of a key's secret. */
export const KEY_PREFIX = 'rvk_'
export const KEY_CALLS_A_MINUTE = 600
const MOST_ADDRESSES = 20

const LONGEST_RANGE = 49
const AN_ADDRESS = 'an IP address or a range such as 192.0.2.0/24.'
const refused = {
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' && input.length <= LONGEST_RANGE
      ? `“${input}” is not ${AN_ADDRESS}`
      : `Please enter ${AN_ADDRESS}`,
}
const address = z.union([z.ipv4(refused), z.ipv6(refused), z.cidrv4(refused), z.cidrv6(refused)], refused)

export const keyFields = z.object({
  name: nameText(100),
  /** When it ends: within a year. */
  expires_at: z.iso
    .datetime({ offset: true, error: 'Please choose a day.' })
    .refine((at) => Date.parse(at) > Date.now(), 'Please choose a later day.')
    .refine((at) => Date.parse(at) <= Date.now() + LONGEST_KEY_DAYS * DAY, 'A key ends within a year.'),
  scope: z.enum(keyScopes, 'Please choose what it may do.'),
  record_types: z
    .array(z.enum(programTypes, 'Unknown kind of record.'), 'Please choose at least one kind of record.')
    .min(1, 'Please choose at least one kind of record.')
    .max(programTypes.length)
    .transform((types) => [...new Set(types)]),
  /** The addresses it may be used from; any if empty. */
  addresses: z.array(address).max(MOST_ADDRESSES, `Please enter at most ${MOST_ADDRESSES} addresses.`).optional(),
  may: z
    .array(z.enum(keyPermissions, 'Unknown permission.'))
    .max(keyPermissions.length)
    .transform((permissions) => [...new Set(permissions)])
    .optional(),
})

/** A program's key. Its secret is shown once, when it is added. */
const key = z.object({
  _id: z.string(),
  name: z.string(),
  scope: z.enum(keyScopes),
  record_types: z.array(z.enum(programTypes)),
  addresses: z.array(z.string()),
  may: z.array(z.enum(keyPermissions)),
  state: z.enum(['active', 'expired', 'ended']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** To the minute. */
  last_used_at: z.iso.datetime().nullable(),
  /** Who added it; it keeps working if that administrator is deactivated. */
  made_by: reference.extend({ is_active: z.boolean() }),
})
export type Key = z.output<typeof key>

export const keys = {
  /** All keys, newest first. */
  list: endpoint('admin/keys/list', z.object({}), answered(z.array(key))),
  /** Adds a key. Only this answer has its `secret`, which a program sends as `token`. */
  add: endpoint('admin/keys/add', keyFields, answered(key).extend({ secret: z.string() }), { proof: 'fresh' }),
  /** Ends a key immediately. */
  end: endpoint('admin/keys/end', z.object({ key_id: id }), said, { proof: true }),
}
