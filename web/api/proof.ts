import type { z } from 'zod'
import type { proofRequired } from '#contract/sign-in.ts'
import type { ApiError } from './api-error.ts'

/** How people can prove again that they are the ones who signed in. */
export type ProofKind = z.output<typeof proofRequired>['proof_required'][number]

type Asker = (kinds: ProofKind[], signal: AbortSignal | undefined) => Promise<boolean>

let asker: Asker | undefined

/** Sets who asks for a proof; returns the function that unsets it. */
export function onProofRequired(ask: Asker) {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** What a refusal wants as a proof; undefined for any other. */
export function proofWantedBy({ status, body }: ApiError): ProofKind[] | undefined {
  // Not by the schema, which every page would have to load.
  const wanted = (body.data as { proof_required?: unknown } | undefined)?.proof_required
  return status === 403 && Array.isArray(wanted) ? (wanted as ProofKind[]) : undefined
}

/** Whether a refusal says that a second factor has to be set up first. */
export const isSetUpRequired = ({ status, body }: ApiError) =>
  status === 403 && (body.data as { second_factor_required?: unknown } | undefined)?.second_factor_required === true

/** Asks for a proof. Resolves to whether it was given, so that the call can be made again. */
export const askForProof: Asker = async (kinds, signal) => asker !== undefined && asker(kinds, signal)
