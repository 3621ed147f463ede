import type { z } from 'zod'
import {
  FRESH_PROOF_MINUTES,
  PROOF_MINUTES,
  PROOF_REQUIRED,
  type proofRequired,
  SET_UP_REQUIRED,
  type setUpRequired,
} from '#contract/sign-in.ts'
import type { Assurance } from '../auth/sessions.ts'
import { now } from '../clock.ts'
import { AppError } from '../errors.ts'

/** Throws 403, with what can serve as a proof, when the last proof is too old; sooner where a `fresh` one is needed. */
export function refuseUnproved({ provedAt, hasPasskey }: Assurance, fresh = false) {
  const counts = (fresh ? FRESH_PROOF_MINUTES : PROOF_MINUTES) * 60_000
  const age = now() - Date.parse(provedAt)
  // One from the future was given while the clock was ahead, and would count for too long.
  if (age <= counts && age > -counts) return
  const data: z.output<typeof proofRequired> = { proof_required: hasPasskey ? ['password', 'passkey'] : ['password'] }
  throw new AppError(403, PROOF_REQUIRED, { code: 'proof_required', data })
}

/** Throws 403 for an administrator who has no second factor. */
export function refuseNotSetUp({ hasSecondFactor }: Assurance) {
  if (hasSecondFactor) return
  const data: z.output<typeof setUpRequired> = { second_factor_required: true }
  throw new AppError(403, SET_UP_REQUIRED, { code: 'setup_required', data })
}
