import type { Answer } from './answer.ts'
import { takeEarlyAnswer } from './early-answer.ts'

type SendOptions = {
  signal: AbortSignal
  onProgress?: (fraction: number) => void
  keepalive?: boolean
}

const NO_ANSWER: Answer = { status: 0, json: undefined }

/** Sends one request, and reports the progress of an upload if asked to. */
export async function send(
  url: string,
  headers: Record<string, string>,
  body: string | FormData | null,
  { signal, onProgress, keepalive = false }: SendOptions,
): Promise<Answer> {
  const early = takeEarlyAnswer(url, headers.token, signal)
  if (early) return early
  if (onProgress && body) {
    // The sign-in does without it.
    const part = await import('./upload.ts').catch(() => undefined)
    return part ? part.upload(url, headers, body, onProgress, signal) : NO_ANSWER
  }
  let response: Response
  try {
    const method = body === null ? 'GET' : 'POST'
    response = await fetch(url, { method, headers, body, signal, keepalive })
  } catch (cause) {
    if (signal.aborted) throw cause
    return NO_ANSWER
  }
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const isFile = response.headers.has('content-disposition')
  const json: unknown = await response[isFile ? 'blob' : 'json']().catch(() => undefined)
  return { status: response.status, json, retryAfter }
}
