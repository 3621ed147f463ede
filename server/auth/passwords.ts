import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError, refused } from '../errors.ts'
import { linesOf } from '../lines.ts'
import { inTurns } from '../processes/turns.ts'

// Argon2 runs on Node's thread pool of four: this leaves one core for other calls, and one thread for reading files.
const queued = inTurns({ atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 40 })

const canonical = (password: string) => password.normalize('NFKC')

/** The argon2id hash of a password, including salt and parameters. Throws 503 if too many hashes are waiting. */
export const hashPassword = async (password: string) => queued(() => hash(canonical(password)))

const TOO_COMMON = 'This password is too common. Please choose another one.'

let common: Set<string> | undefined

/**
 * Whether a password, in any case, is one of the 10,000 most common that the rules allow: those of SecLists
 * (https://github.com/danielmiessler/SecLists, MIT), and the most common words with the endings that rules provoke.
 */
export function isCommon(password: string) {
  common ??= new Set(linesOf(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')))
  return common.has(canonical(password).toLowerCase())
}

/** Throws 422 for a common password: call it before a counted try, if only a few are allowed. */
export function refuseCommon(password: string, field = 'new_password') {
  if (isCommon(password)) throw refused(field, TOO_COMMON)
}

/** The hash of a password chosen in that field. Throws 422 for a common one, and as hashPassword does. */
export async function hashChosenPassword(password: string, field?: string) {
  refuseCommon(password, field)
  return hashPassword(password)
}

// A hash of unknown random bytes, checked if there is no account, so that the answer takes just as long.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$4Gg7X6nwnG5XCaQ99zodBg$SNTugIX91W9Xu5ZJZwf/0S5O04QFzDld3QU6GRsxToA'

const UNREADABLE =
  'The stored password is damaged, so it cannot be checked. Please choose Forgot Password? to set a new one.'

/**
 * Whether `password` matches `passwordHash`. With null (no such account) it takes as long and returns false. Throws 503
 * if too many hashes are waiting, and 422 for an unreadable hash; `whose` it is goes into the log.
 */
export async function passwordMatches(passwordHash: string | null, password: string, whose = 'an account') {
  const matches = await queued(() => verify(passwordHash ?? NOBODY, canonical(password)).catch(refuseUnreadable))
  return matches && passwordHash !== null

  function refuseUnreadable(error: Error): never {
    const refusal = new AppError(422, UNREADABLE)
    refusal.cause = new Error(`the stored password of ${whose} is damaged (${error.message})`, { cause: error })
    throw refusal
  }
}
