import type { Answer } from './answer.ts'

/** Sends a request and reports its progress, which fetch does not. Rejects if `signal` stops it. */
export function upload(
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
