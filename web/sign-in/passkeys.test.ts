import { beforeEach, describe, expect, it, vi } from 'vitest'

const library = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => library)

const fails = (name: string) => Object.assign(new Error('of the browser'), { name })
let askForPasskey: typeof import('./passkeys.ts').askForPasskey
let makePasskey: typeof import('./passkeys.ts').makePasskey
beforeEach(async () => {
  // Other tests may have loaded it with the library itself.
  vi.resetModules()
  ;({ askForPasskey, makePasskey } = await import('./passkeys.ts'))
  library.startAuthentication.mockReset()
  library.startRegistration.mockReset()
})

describe('a passkey', () => {
  it.each([
    ['asked for', () => askForPasskey({ rpId: 'rv.example.com' })],
    ['made', () => makePasskey({ rp: { id: 'rv.example.com', name: 'RV' } })],
  ])('is not %s at another host than its own, which is named', async (_what, act) => {
    await expect(act()).rejects.toThrow('Passkeys work at rv.example.com only. Please open the back-office there.')
    expect(library.startAuthentication).not.toHaveBeenCalled()
    expect(library.startRegistration).not.toHaveBeenCalled()
  })

  it.each([
    ['SecurityError', 'Passkeys do not work at this address. Please tell the server’s operator.'],
    ['NotAllowedError', 'No passkey was used. Please try again.'],
  ])('that the browser refuses with %s says why', async (name, message) => {
    library.startAuthentication.mockRejectedValue(fails(name))
    await expect(askForPasskey({ rpId: window.location.hostname })).rejects.toThrow(message)
  })

  it('is what the browser has returned', async () => {
    library.startRegistration.mockResolvedValue({ id: 'one' })
    expect(await makePasskey({ rp: { id: window.location.hostname } })).toEqual({ id: 'one' })
  })
})
