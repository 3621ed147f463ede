import { useSearchParams } from 'react-router'

/**
 * Whether the address has this flag, as where a link leads to what it opens; and what puts it there or takes it away.
 */
export function useFlagInAddress(name: string): [boolean, (isThere: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const set = (isThere: boolean) => {
    if (isThere) params.set(name, '')
    else params.delete(name)
    setParams(params, { replace: true })
  }
  return [params.has(name), set]
}
