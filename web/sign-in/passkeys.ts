import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { StoppedError } from '#web/api/call.ts'

/** What is said when no passkey was chosen, or none fits. */
const NOT_CHOSEN = 'No passkey was used. Please try again.'
const ALREADY_THERE = 'This device already has a passkey for your account.'
const NOT_HERE = 'Passkeys do not work at this address. Please tell the server’s operator.'

/** Passkeys belong to one host, where browsers and server take them. */
function refuseElsewhere(host: unknown) {
  if (typeof host !== 'string' || host === window.location.hostname) return
  throw new PasskeyError(`Passkeys work at ${host} only. Please open the back-office there.`)
}

/** Asks for a passkey with the options of the server, and returns the answer for it. Throws an Error to be shown. */
export async function askForPasskey(options: Record<string, unknown>) {
  refuseElsewhere(options.rpId)
  return asJson(
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
    NOT_CHOSEN,
  )
}

/** Makes a passkey with the options of the server, and returns the answer for it. Throws an Error to be shown. */
export async function makePasskey(options: Record<string, unknown>) {
  refuseElsewhere((options.rp as { id?: unknown } | undefined)?.id)
  return asJson(
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
    'No passkey was made. Please try again.',
  )
}

type Credential = { id: string; type: 'public-key'; [part: string]: unknown }

async function asJson(asked: Promise<unknown>, cancelled: string) {
  try {
    return (await asked) as Credential
  } catch (error) {
    const { name } = error as Error
    if (name === 'SecurityError') throw new PasskeyError(NOT_HERE)
    throw new PasskeyError(name === 'InvalidStateError' ? ALREADY_THERE : cancelled)
  }
}

/** A passkey was not made or used; its message is for people. Nothing was sent, which counts like a stopped call. */
class PasskeyError extends StoppedError {
  constructor(message: string) {
    super(message)
    this.name = 'PasskeyError'
  }
}
