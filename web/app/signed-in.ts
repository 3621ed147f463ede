// What only signed-in pages need: a chunk of its own.
export { meQuery } from '#web/api/use-me.ts'
export { removeOwn } from './remove-own.ts'
export { SessionGate } from './session-gate.tsx'
export { SignInOver } from './sign-in-over.tsx'
