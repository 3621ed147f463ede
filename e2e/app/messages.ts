import { countUnreadMessages, deleteMessage, listMessages, markMessagesRead, registerDevice } from './client.ts'

/** After each sign-in, and whenever the push service gives the app another token. */
export const receivePush = (token: string, platform: 'ios' | 'android') => registerDevice({ token, platform })

/** The owner has touched a push message: the message it is about, marked as read. */
export async function openPush({ notification_id }: { notification_id: string }) {
  const message = (await listMessages()).data.find(({ _id }) => _id === notification_id)
  if (message) await markMessagesRead({ notification_id })
  return message
}

/** The number beside the app's icon. */
export const unread = async () => (await countUnreadMessages()).data.count

export const throwAway = (notification_id: string) => deleteMessage({ notification_id })
