import { countUnreadMessages, deleteMessage, markMessagesRead, registerDevice } from './client.ts'
import type { Store } from './store.ts'

/** After each sign-in, and whenever the push service gives the app another token. */
export const receivePush = (token: string, platform: 'ios' | 'android') => registerDevice({ token, platform })

/** The inbox, newest first; it is read off line too. */
export const inbox = (store: Store) =>
  store.all('notifications').toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))

/** The owner has touched a push message: the message it is about, marked as read. */
export async function openPush(store: Store, { notification_id }: { notification_id: string }) {
  await markMessagesRead({ notification_id })
  await store.sync()
  return inbox(store).find(({ _id }) => _id === notification_id)
}

/** The number beside the app's icon. */
export const unread = async () => (await countUnreadMessages()).data.count

export async function throwAway(store: Store, notification_id: string) {
  await deleteMessage({ notification_id })
  await store.sync()
}
