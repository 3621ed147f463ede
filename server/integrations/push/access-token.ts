import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { OutsideFault } from '../../errors.ts'
import { accessFault } from '../refusals/push.ts'
import type { ServiceAccount } from './service-account.ts'

const TIMEOUT = 15_000
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** A token that expires sooner could expire on its way. */
const SPARE_SECONDS = 60

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number() })

/**
 * Provides access tokens for a service account (OAuth 2.0 JWT bearer, RFC 7523). Each is requested once and used until
 * shortly before it expires or is reported as `spent`. Rejects with an OutsideFault.
 */
export function accessTokens(account: ServiceAccount) {
  let current: { token: Promise<string>; endsAt: number } | undefined

  async function ask() {
    const { access_token, expires_in } = await requestToken(account)
    if (current) current.endsAt = Date.now() + (expires_in - SPARE_SECONDS) * 1000
    return access_token
  }
  return {
    get() {
      if (current && current.endsAt > Date.now()) return current.token
      const asked = { token: ask(), endsAt: Number.POSITIVE_INFINITY }
      current = asked
      asked.token.catch(() => {
        if (current === asked) current = undefined
      })
      return asked.token
    },
    /** Reports that the service no longer accepts this token, so that a new one is requested. */
    async spent(token: string) {
      if (current && (await current.token.catch(() => '')) === token) current = undefined
    },
  }
}

async function requestToken({ client_email, private_key, token_uri }: ServiceAccount) {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(createPrivateKey(private_key))
  try {
    const response = await fetch(token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw accessFault(response.status)
    }
    return answer.parse(await response.json())
  } catch (error) {
    if (error instanceof OutsideFault) throw error
    throw new OutsideFault('push', 'later', 'The push service could not be reached.', { cause: error })
  }
}
