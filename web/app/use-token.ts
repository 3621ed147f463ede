import { useSyncExternalStore } from 'react'
import { onSessionChange, storedToken } from '#web/api/session.ts'

/** The stored session token, or null. Re-renders on sign-in and sign-out in any tab. */
export const useToken = () => useSyncExternalStore(onSessionChange, storedToken)
