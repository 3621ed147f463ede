import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'

const CIPHER = 'aes-256-gcm'
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

/**
 * Encrypts a secret that has to be read again, for the row of `owner` only. The key is in the database too: this hides
 * a secret from anyone who sees the row, not from anyone who has the whole database.
 */
export async function seal(db: Db, owner: string, text: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, await keyOf(db), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed for `owner`. Throws for anything else. */
export async function unseal(db: Db, owner: string, sealed: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, await keyOf(db), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

const keyOf = async (db: Db) => Buffer.from(await ownSecret(db, 'sealing'), 'base64url')
