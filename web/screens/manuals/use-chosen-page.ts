import { useLocation, useNavigate } from 'react-router'
import type { ManualOutline } from '#contract/manuals.ts'
import type { Reference } from '#contract/records.ts'

/** The page that is read, by the address, and a function that chooses one. */
export function useChosenPage(outline: ManualOutline | undefined) {
  const { hash, search, state } = useLocation()
  const navigate = useNavigate()
  const id = hash.slice(1)
  const subTopic = outline?.topics.flatMap(({ sub_topics }) => sub_topics).find(({ page_id }) => page_id === id)
  const page: Reference | undefined = id && subTopic ? { _id: id, name: subTopic.name } : undefined
  return {
    page,
    choose: (id: string) => void navigate({ search, hash: id }, { replace: true, preventScrollReset: true, state }),
  }
}

export type ChosenPage = ReturnType<typeof useChosenPage>
