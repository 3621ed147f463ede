// What only signed-in pages need: a chunk of its own.
export { meQuery } from '#web/api/use-me.ts'
export { removeOwnDrafts } from '#web/forms/draft-store.ts'
export { SessionGate } from './session-gate.tsx'
export { SignInOver } from './sign-in-over.tsx'
