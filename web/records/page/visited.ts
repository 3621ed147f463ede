import { useEffect } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import { useMe } from '#web/api/use-me.ts'
import { cipherOf, lastWriter, useDraftsLoaded } from '#web/forms/draft-store.ts'
import { browserStorage } from '#web/storage/storage.ts'

/** A record whose page was open. */
export type Visited = { record_type: RecordType; record_id: string; title: string; is_deleted: boolean }

const MOST = 8
const PLACE = 'visited'
const keyOf = (admin: string) => `${PLACE} ${admin}`

/**
 * The records whose pages this administrator has opened in this browser, the last one first. It keeps them encrypted.
 */
export function visitedBy(admin: string): Visited[] {
  const sealed = browserStorage.getItem(keyOf(admin))
  const text = sealed === null ? undefined : cipherOf(admin)?.openText(sealed, PLACE)
  return text === undefined ? [] : (JSON.parse(text) as Visited[])
}

function noteVisit(admin: string, visited: Visited) {
  const cipher = cipherOf(admin)
  if (!cipher) return
  const isOther = ({ record_type, record_id }: Visited) =>
    record_type !== visited.record_type || record_id !== visited.record_id
  const latest = [visited, ...visitedBy(admin).filter(isOther)].slice(0, MOST)
  browserStorage.setItem(keyOf(admin), cipher.sealText(JSON.stringify(latest), PLACE))
}

/** Forgets what the person whose session it was has visited. */
export function forgetVisited() {
  const admin = lastWriter()
  if (admin) browserStorage.removeItem(keyOf(admin))
}

/** Notes that the page of a record is open, once its title is known. */
export function useVisited(record_type: RecordType, record_id: string, title: string | undefined, is_deleted = false) {
  const admin = useMe()?._id
  const isReady = useDraftsLoaded()
  useEffect(() => {
    if (isReady && admin && title) noteVisit(admin, { record_type, record_id, title, is_deleted })
  }, [isReady, admin, record_type, record_id, title, is_deleted])
}
