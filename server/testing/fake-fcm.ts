import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { jwtVerify } from 'jose'

type Pushed = { token: string; title: string; body: string; id: string; link_type?: string; link_id?: string }
/** What the service does with a message: refuses it, loses the answer on the way, or answers late. */
export type Whim = {
  status?: number
  code?: string | undefined
  message?: string
  retryAfter?: number | string
  lost?: boolean
  delay?: number
}

/**
 * A stand-in for Firebase Cloud Messaging and its authorization server: checks the signed assertion and the bearer
 * token, and treats messages according to `whim`.
 */
export async function startFakeFcm() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const folder = mkdtempSync(join(tmpdir(), 'fake-fcm-'))
  const credentials = join(folder, 'service-account.json')
  const taken: Pushed[] = []
  const state = {
    /** What happens to a message; undefined for those simply accepted. */
    whim: (_token: string): Whim | undefined => undefined,
    givesAccess: true,
    lifetime: 3600,
    asked: 0,
    tokensGiven: 0,
    atATime: 0,
    mostAtATime: 0,
  }
  let valid = new Set<string>()

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = (status: number, content: object, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content))

    if (request.url === '/token') {
      const { payload } = await jwtVerify(new URLSearchParams(body).get('assertion') ?? '', publicKey, {
        audience: `${address}/token`,
        issuer: 'sender@camp.iam.example.com',
      })
      if (!state.givesAccess || !String(payload.scope).endsWith('firebase.messaging')) return answer(400, {})
      const token = `access-${++state.tokensGiven}`
      valid.add(token)
      return answer(200, { access_token: token, expires_in: state.lifetime, token_type: 'Bearer' })
    }
    if (request.url !== '/v1/projects/camp/messages:send') return answer(404, {})
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!valid.has(bearer)) return answer(401, { error: { status: 'UNAUTHENTICATED' } })

    const { message } = JSON.parse(body)
    state.asked++
    state.mostAtATime = Math.max(state.mostAtATime, ++state.atATime)
    const { status, code, message: words, retryAfter, lost, delay } = state.whim(message.token) ?? {}
    await setTimeout(delay ?? 0)
    state.atATime--
    if (!status) {
      const { notification_id: id, ...data } = message.data
      taken.push({ token: message.token, ...message.notification, id, ...data })
    }
    if (lost) return request.socket.destroy()
    if (!status) return answer(200, { name: `projects/camp/messages/${taken.length}` })
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    answer(status, { error: { status: code, message: words, details: [{ errorCode: code }] } }, headers)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(
    credentials,
    JSON.stringify({
      type: 'service_account',
      project_id: 'camp',
      client_email: 'sender@camp.iam.example.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${address}/token`,
    }),
  )

  return {
    /** The settings that make a server use it. */
    env: { FCM_CREDENTIALS: credentials, FCM_ENDPOINT: address },
    /** What the service accepted, in order. */
    taken,
    state,
    /** Expires all access tokens. */
    endAccess() {
      valid = new Set()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
