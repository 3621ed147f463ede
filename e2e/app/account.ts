import { service } from './call.ts'
import {
  changeEmail,
  confirmChangeEmail,
  confirmEmail,
  deleteAccount,
  signOut as endSession,
  exportAccount,
  getConfig,
  register,
  signIn as signInByPassword,
} from './client.ts'
import type { Store } from './store.ts'

/** Whether this version of the app is too old; asked at each start. */
export async function needsUpdate(platform: 'ios' | 'android', version: string) {
  const oldest = (await getConfig()).data.min_version[platform]
  return oldest !== null && version.localeCompare(oldest, 'en', { numeric: true }) < 0
}

/** The server mails a code to the address. */
export const signUp = (name: string, email: string, password: string) => register({ name, email, password })

/** Takes the mailed code. */
export const confirm = (email: string, otp: string) => confirmEmail({ email, otp })

/** Signs in, which takes back a deletion. Resolves to false where the owner must choose another password first. */
export async function signIn(store: Store, email: string, password: string) {
  const { data } = await signInByPassword({ email, password })
  if (data.must_change_password) return false
  service.token = data.token
  await store.syncAnew()
  return true
}

export async function signOut(store: Store) {
  await endSession()
  await beNobody(store)
}

/** The server mails a code to the new address. */
export const askToMove = (email: string, password: string) => changeEmail({ email, password })

/** Takes the code that was mailed to the new address, and resolves to that address. */
export const move = async (otp: string) => (await confirmChangeEmail({ otp })).data.email

/** All that is held about the owner, as a file to be saved. */
export const everythingAboutMe = async (password: string) =>
  new Blob([JSON.stringify((await exportAccount({ password })).data)])

/** Ends the account; resolves to when it will be erased. */
export async function deleteMe(store: Store, password: string) {
  const { erased_at } = await deleteAccount({ password })
  await beNobody(store)
  return new Date(erased_at)
}

/** What the owner had must not stay on the device. */
async function beNobody(store: Store) {
  service.token = undefined
  await store.syncAnew()
}
