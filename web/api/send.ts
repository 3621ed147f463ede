import { takeEarlyAnswer } from './early-answer.ts'

type SendOptions = {
  signal: AbortSignal
  onProgress?: (fraction: number) => void
  keepalive?: boolean
}

/** An answer as it came: status 0 without one, and `json` undefined where it is none. */
export type Answer = { status: number; json: unknown; retryAfter?: number }

/** Sends one request, and tells of the progress of an upload where that is asked for. */
export async function send(
  url: string,
  headers: Record<string, string>,
  body: string | FormData | null,
  { signal, onProgress, keepalive = false }: SendOptions,
): Promise<Answer> {
  const early = takeEarlyAnswer(url, headers.token, signal)
  if (early) return early
  if (onProgress && body) return sendWithProgress(url, headers, body, onProgress, signal)
  let response: Response
  try {
    const method = body === null ? 'GET' : 'POST'
    response = await fetch(url, { method, headers, body, signal, keepalive })
  } catch (cause) {
    if (signal.aborted) throw cause
    return { status: 0, json: undefined }
  }
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return { status: response.status, json: await response.json().catch(() => undefined), retryAfter }
}

// fetch does not report the progress of an upload.
function sendWithProgress(
  url: string,
  headers: Record<string, string>,
  body: string | FormData,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => {
      request.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    request.open('POST', url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () =>
      resolve({
        status: request.status,
        json: request.response,
        retryAfter: Number(request.getResponseHeader('retry-after')) || undefined,
      })
    request.onerror = () => resolve({ status: 0, json: undefined })
    request.send(body)
  })
}
