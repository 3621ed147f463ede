import { useSyncExternalStore } from 'react'
import { onSessionChange, storedToken } from '#web/api/session.ts'

/** The stored session token, or null; follows sign-in and sign-out, in this tab and in others. */
export const useToken = () => useSyncExternalStore(onSessionChange, storedToken)
