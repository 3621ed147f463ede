import type { Push } from './push.ts'

/** Pushes nothing: what is sent stands in the inbox of the app, where it stands anyway. */
export const inboxPush: Push = async () => ({ state: 'inbox', reason: null, gone: [] })
