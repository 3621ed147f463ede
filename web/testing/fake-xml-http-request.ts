import { vi } from 'vitest'

/** An answer of the fake server. `broken` tells how its body arrives, if not whole. */
export type Reply = { status: number; body?: unknown; broken?: Broken | undefined; stream?: ReadableStream }
export type Broken = 'cut' | 'half' | 'of another shape'

type Answer = (url: string, init: { headers: Record<string, string>; body: unknown }) => Promise<Reply>

/** Connects XMLHttpRequest, which uploads use, to the same fake server; each upload reports 50% and then 100%. */
export function stubXmlHttpRequest(answer: Answer) {
  class FakeXmlHttpRequest {
    status = 0
    response: unknown = null
    responseType = ''
    upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    onloadend?: () => void
    #aborted = false
    #url = ''
    #headers: Record<string, string> = {}

    open(_method: string, url: string) {
      this.#url = url
    }

    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }

    getResponseHeader() {
      return null
    }

    send(body: unknown) {
      this.upload.onprogress?.({ loaded: 50, total: 100 })
      void answer(this.#url, { headers: this.#headers, body }).then(({ status, body, broken }) => {
        if (this.#aborted) return
        this.status = status
        this.response = broken === 'of another shape' ? [body] : broken ? null : (body ?? null)
        this.upload.onprogress?.({ loaded: 100, total: 100 })
        if (status === 0 || broken === 'cut') this.onerror?.()
        else this.onload?.()
        this.onloadend?.()
      })
    }

    abort() {
      this.#aborted = true
      this.onloadend?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXmlHttpRequest)
}
