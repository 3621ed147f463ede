import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'

const CIPHER = 'aes-256-gcm'
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

/**
 * Encrypts a secret that must be readable again, for the row of `owner` only. The key is in the database too: this
 * hides a secret from anyone who sees the row, not from anyone who has the whole database.
 */
export const seal = async (db: Db, owner: string, text: string) => sealWith(await keyOf(db), owner, text)

/** What was sealed for `owner`. Throws for anything else. */
export const unseal = async (db: Db, owner: string, sealed: string) => unsealWith(await keyOf(db), owner, sealed)

/** The same with a 32-byte key that is nowhere in the database. */
export function sealWith(key: Buffer, owner: string, text: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What sealWith has sealed for `owner`. Throws for anything else. */
export function unsealWith(key: Buffer, owner: string, sealed: string) {
  const bytes = Buffer.from(sealed, 'base64url')
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

const keyOf = async (db: Db) => Buffer.from(await ownSecret(db, 'sealing'), 'base64url')
