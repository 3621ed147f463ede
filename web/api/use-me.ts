import { useQuery } from '@tanstack/react-query'
import { account } from '#contract/account.ts'
import { query } from './query.ts'

/** Who is signed in, as far as it is known. Reads what the application has loaded and calls nothing itself. */
export const useMe = () => useQuery({ ...query(account.me, {}), enabled: false }).data?.data
