import { useSearchParams } from 'react-router'
import { frenchTypes, unfinishedStates } from '#contract/french-calls.ts'
import { PAGE_SIZES } from '#contract/records.ts'
import { stateChoices } from './french-words.ts'

type InAddress = { type: string; state: string; page: number; perPage: number }

/** As many as are shown on a page, unless the address says otherwise. */
const PER_PAGE = 50

/** What the address asks for, the call’s input for it, and how to ask for something else. Unknown words are ignored. */
export function useFrenchAddress() {
  const [params, setParams] = useSearchParams()
  const numberOf = (name: string) => Number(params.get(name))
  const type = frenchTypes.find((type) => type === params.get('type'))
  const state = stateChoices.find(({ value }) => value === params.get('state'))?.value ?? ''
  const page = Math.min(Math.max(Math.trunc(numberOf('page')) || 1, 1), 100_000)
  const per_page = PAGE_SIZES.find((size) => size === numberOf('per_page')) ?? PER_PAGE
  const states = unfinishedStates.filter((one) => state.split(',').includes(one))
  const asked: InAddress = { type: type ?? '', state, page, perPage: per_page }

  const ask = (more: Partial<InAddress>) => {
    const next = { ...asked, page: 1, ...more }
    const said = Object.entries({
      type: next.type,
      state: next.state,
      page: next.page > 1 ? String(next.page) : '',
      per_page: next.perPage === PER_PAGE ? '' : String(next.perPage),
    })
    setParams(Object.fromEntries(said.filter(([, value]) => value)), { replace: more.page === undefined })
  }
  return {
    asked,
    input: { ...(type && { record_type: type }), ...(states.length && { state: states }), page, per_page },
    ask,
  }
}
