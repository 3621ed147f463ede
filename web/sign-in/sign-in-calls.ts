import type { CallInput } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'

type Options = { ticket: string; options: Record<string, unknown> }

const NOT_LOADED =
  'What is needed to sign in could not be loaded. Please check the connection and try again, or reload the page.'

// With its schemas it is large, and nobody needs it before they sign in.
const contract = async () => {
  try {
    const [{ account }, { signIn }] = await Promise.all([
      import('#contract/account.ts'),
      import('#contract/sign-in.ts'),
    ])
    return { ...account, ...signIn }
  } catch {
    throw new ApiError(0, { message: NOT_LOADED })
  }
}

/** Loads what the calls of a sign-in need, so that it is there when they are made. */
export const preloadCalls = () => void contract().catch(() => {})

/** Signs in with e-mail address and password; the answer is a session, or what the second factor needs. */
export const login = async (fields: CallInput<Awaited<ReturnType<typeof contract>>['login']>) =>
  call((await contract()).login, fields)

/** What the browser needs to ask for a passkey: as the second factor of a sign-in, or instead of a password. */
export const optionsOf = async (ticket: string | undefined): Promise<Options> =>
  (await call((await contract()).passkeyOptions, { ...(ticket && { ticket }) })).data

/** Asks for a passkey and signs in with it. */
export async function confirmByPasskey({ ticket, options }: Options) {
  const { askForPasskey } = await import('./passkeys.ts')
  return call((await contract()).loginConfirm, { ticket, credential: await askForPasskey(options) })
}
