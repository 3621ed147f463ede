import type { About } from '../../errors.ts'

type Fault = Error & { code?: string; cause?: unknown; $metadata?: { httpStatusCode?: number } }

/** Connection faults that retrying does not fix. */
const wrongAddress = /^(ENOTFOUND|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|EPROTO)/

/** What a refused HTTP call's status is about: a call's address, keys and form are our set-up. */
export const aboutOfStatus = (status: number): About =>
  status === 408 || status === 425 || status === 429 || status >= 500 ? 'later' : 'set-up'

/** What a failed call without an answer, or with one of the wrong shape, is about. */
export function aboutOfFault(error: unknown): About {
  const { name, code, cause } = error as Fault
  if (error instanceof SyntaxError || name === 'ZodError') return 'set-up'
  const { code: inner } = (cause ?? {}) as Fault
  return wrongAddress.test(code ?? inner ?? '') ? 'set-up' : 'later'
}

/** What a refusal by S3-compatible storage is about; a missing file is about that file. */
export function aboutOfStorage(error: unknown): About {
  const { name, $metadata } = error as Fault
  const status = $metadata?.httpStatusCode
  if (status === undefined) return aboutOfFault(error)
  if (status === 304 || status === 416 || status === 412) return 'recipient'
  if (status === 404 && name !== 'NoSuchBucket') return 'recipient'
  return aboutOfStatus(status)
}

/** The storage's own words, naming it: its client calls an answer without a body an “UnknownError”. */
export function saidByStorage(error: unknown) {
  const { name, message, $metadata } = error as Fault
  const status = $metadata?.httpStatusCode
  if (status && name.startsWith('Unknown')) return `the file storage answered with status ${status}`
  return message.startsWith('Unknown') ? `the file storage: ${name}` : `the file storage: ${name}: ${message}`
}
