import { createHmac } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'

/** The key with which browsers encrypt what an administrator has typed: 32 bytes as base64url, the same in each session. */
export const draftKeyOf = async (db: Db, adminId: string) =>
  createHmac('sha256', await ownSecret(db, 'drafts'))
    .update(adminId)
    .digest('base64url')
