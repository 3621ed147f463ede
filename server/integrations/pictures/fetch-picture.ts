import { get as getByHttp, type IncomingMessage } from 'node:http'
import { get as getByHttps } from 'node:https'
import { useAgent as agentFor, type RequestFilteringAgentOptions } from 'request-filtering-agent'
import { isUsual, lookUpPublic } from '../public-hosts.ts'
import { readAtMost } from '../read-at-most.ts'

const REDIRECTS = 3
const MOVED = new Set([301, 302, 303, 307, 308])

/** Resolves to the bytes at a public address, at most `maxBytes` of them; rejects if they cannot be fetched. */
export type FetchPicture = (address: string, maxBytes: number) => Promise<Uint8Array>

type Options = Pick<RequestFilteringAgentOptions, 'allowIPAddressList'> & { anyPort?: boolean; timeoutMs?: number }

/**
 * Fetches pictures from other servers, for texts pasted from there. The caller chooses the address, so only public
 * hosts at their usual ports are reached, also through redirects, and nothing of the caller's is sent. `options` are
 * for tests.
 */
export const pictureFetcher =
  ({ anyPort = false, timeoutMs = 10_000, ...agent }: Options = {}): FetchPicture =>
  async (address, maxBytes) => {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = new URL(address)
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      if (!isUsual(url, anyPort)) throw new Error('this address is not fetched')
      const response = await request(url, {
        agent: agentFor(url.href, agent),
        signal,
      })
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return await readAtMost(response, maxBytes)
      response.destroy()
      if (!MOVED.has(statusCode) || !headers.location) throw new Error(`the server answered ${statusCode}`)
      url = new URL(headers.location, url)
    }
    throw new Error('the server redirected too often')
  }

type RequestOptions = { agent: ReturnType<typeof agentFor>; signal: AbortSignal }

const request = (url: URL, options: RequestOptions) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const get = url.protocol === 'https:' ? getByHttps : getByHttp
    get(
      url,
      {
        ...options,
        lookup: lookUpPublic,
        headers: { accept: 'image/jpeg, image/png', 'user-agent': 'rv-owner-back-office' },
      },
      resolve,
    ).on('error', reject)
  })
