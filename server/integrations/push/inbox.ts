import type { Push } from './push.ts'

/** Pushes nothing: messages are in the app's inbox anyway. */
export const inboxPush: Push = async () => ({ state: 'inbox', reason: null, gone: [] })
