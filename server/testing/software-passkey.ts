import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const ORIGIN = 'http://localhost:3000'
const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [0x01, 0x04, 0x40]
/** COSE keys and values: https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1 */
const cose = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, EC2: 2, ES256: -7, P256: 1 }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

type Options = { challenge: string; origin?: string; type?: string; verified?: boolean; counter?: number }

/** A software authenticator with one key: it returns what a browser would send. */
export function softwarePasskey({ counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let uses = 0

  function authData(more: Buffer, verified: boolean, counter: number) {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (more.length ? WITH_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), count, more])
  }
  const clientData = ({ challenge, origin = ORIGIN, type }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const wrapped = (response: Record<string, unknown>) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    id: base64url(id),
    /** Answers a request to make a passkey. */
    create(options: Options) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Uint8Array>([
        [cose.kty, cose.EC2],
        [cose.alg, cose.ES256],
        [cose.crv, cose.P256],
        [cose.x, new Uint8Array(Buffer.from(x, 'base64url'))],
        [cose.y, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(credential, options.verified ?? true, 0))],
      ])
      return wrapped({
        clientDataJSON: base64url(clientData({ type: 'webauthn.create', ...options })),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    /** Answers a request to sign in. */
    get(options: Options) {
      uses = options.counter ?? (counts ? uses + 1 : 0)
      const data = authData(Buffer.alloc(0), options.verified ?? true, uses)
      const client = clientData({ type: 'webauthn.get', ...options })
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return wrapped({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}
