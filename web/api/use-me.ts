import { useQuery } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import { query } from './query.ts'

/**
 * Reads the signed-in administrator and the counters of the dashboard, which is the only screen that needs them fresh.
 */
export const meQuery = { ...query(account.me, {}), meta: { refetchAfterChange: false } }

/** The signed-in administrator, or undefined before SessionGate has loaded them. Never makes a request itself. */
export const useMe = () => useQuery({ ...meQuery, enabled: false }).data?.data
