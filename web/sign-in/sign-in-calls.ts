import { signIn } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { askForPasskey } from './passkeys.ts'

type Options = { ticket: string; options: Record<string, unknown> }

/** What the browser needs to ask for a passkey: as the second factor of a sign-in, or instead of a password. */
export const optionsOf = async (ticket: string | undefined): Promise<Options> =>
  (await call(signIn.passkeyOptions, { ...(ticket && { ticket }) })).data

/** Asks for a passkey and signs in with it. */
export const confirmByPasskey = async ({ ticket, options }: Options) =>
  call(signIn.loginConfirm, { ticket, credential: await askForPasskey(options) })
