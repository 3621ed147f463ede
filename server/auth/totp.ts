import { Secret, TOTP } from 'otpauth'
import { now } from '../clock.ts'

const ISSUER = 'RV Owner Back-Office'
const STEP_MS = 30_000
const SECRET_BYTES = 20

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** A new secret for an authenticator app, in base32. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** What the app reads from a QR code: the secret and its owner. */
export const totpUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** The current time step. Each has its own code. */
export const currentStep = () => Math.floor(now() / STEP_MS)

/** The code of a time step. */
export const totpCode = (secret: string, step: number) => totpOf(secret).generate({ timestamp: step * STEP_MS })

/** The time step that a code belongs to: this one, or the one before or after; null for any other code. */
export function stepOf(secret: string, code: string) {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp: now() })
  return delta === null ? null : currentStep() + delta
}
