import { lazy, Suspense, useEffect, useState } from 'react'
import { onProofRequired, type ProofKind } from '#web/api/proof.ts'

// A separate chunk: few calls ask for a proof.
const ProofDialog = lazy(() => import('./proof-dialog.tsx').then((module) => ({ default: module.ProofDialog })))

type Request = { kinds: ProofKind[]; answer: (given: boolean) => void }

/**
 * Where a call that needs it asks for the password or a passkey again. Calls that ask meanwhile wait for the same
 * answer.
 */
export function ProofHost() {
  const [request, setRequest] = useState<Request>()
  useEffect(() => {
    let asked: Promise<boolean> | undefined
    return onProofRequired((kinds) => {
      asked ??= new Promise<boolean>((resolve) => setRequest({ kinds, answer: resolve })).finally(() => {
        asked = undefined
        setRequest(undefined)
      })
      return asked
    })
  }, [])
  return (
    request && (
      <Suspense fallback={null}>
        <ProofDialog kinds={request.kinds} onAnswer={request.answer} />
      </Suspense>
    )
  )
}
