import type { z } from 'zod'
import {
  PROOF_MINUTES,
  PROOF_REQUIRED,
  type proofRequired,
  SET_UP_REQUIRED,
  type setUpRequired,
} from '#contract/sign-in.ts'
import { now } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Standing } from '../secrets/sessions.ts'

const PROOF_COUNTS = PROOF_MINUTES * 60_000

/** Throws 403, with what can serve as a proof, when the last proof is too old. */
export function refuseUnproved({ provedAt, hasPasskey }: Standing) {
  const age = now() - Date.parse(provedAt)
  // One from the future was given while the clock was ahead, and would count for too long.
  if (age <= PROOF_COUNTS && age > -PROOF_COUNTS) return
  const data: z.output<typeof proofRequired> = { proof_required: hasPasskey ? ['password', 'passkey'] : ['password'] }
  throw new AppError(403, PROOF_REQUIRED, { data })
}

/** Throws 403 for an administrator who has no second factor. */
export function refuseNotSetUp({ hasSecondFactor }: Standing) {
  if (hasSecondFactor) return
  const data: z.output<typeof setUpRequired> = { second_factor_required: true }
  throw new AppError(403, SET_UP_REQUIRED, { data })
}
