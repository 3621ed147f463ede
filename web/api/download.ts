import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { call } from './call.ts'

/** A file that is made row by row may take a while to arrive. */
const PATIENCE_SECONDS = 300

/** Calls an endpoint that answers a file, and gives it to the person under this name. Throws as `call` does. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, name: string) {
  const file = (await call(endpoint, input, { timeLimitSeconds: PATIENCE_SECONDS })) as unknown as Blob
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has it once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
