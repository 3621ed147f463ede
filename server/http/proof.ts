import type { z } from 'zod'
import { PROOF_MINUTES, PROOF_REQUIRED, type proofRequired } from '#contract/sign-in.ts'
import { AppError } from '../errors.ts'
import type { Standing } from '../secrets/sessions.ts'

const PROOF_COUNTS = PROOF_MINUTES * 60_000

/** Throws 403, with what can serve as a proof, when a call wants one and the last one is too old. */
export function refuseUnproved({ provedAt, hasPasskey }: Standing, { proof }: { proof?: boolean }) {
  const age = Date.now() - Date.parse(provedAt)
  // One from the future was given while the clock was ahead, and would count for too long.
  if (!proof || (age <= PROOF_COUNTS && age > -PROOF_COUNTS)) return
  const data: z.output<typeof proofRequired> = { proof_required: hasPasskey ? ['password', 'passkey'] : ['password'] }
  throw new AppError(403, PROOF_REQUIRED, { data })
}
