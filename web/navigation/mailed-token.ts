import { useLocation, useParams } from 'react-router'

/**
 * The token of the mailed link that led here: behind #, or in the path of a link that an earlier release has mailed.
 */
export function useMailedToken() {
  const { token } = useParams()
  const { hash } = useLocation()
  return hash.slice(1) || (token ?? '')
}
