import { Group, NativeSelect, Paper, SimpleGrid } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { frenchCalls, frenchTypes, type Unfinished, unfinishedStates } from '#contract/french-calls.ts'
import { recordPathOf } from '#contract/paths.ts'
import { PAGE_SIZES } from '#contract/records.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { helpOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { GridLoading, GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { KeysDialog } from '#web/records/list/keys-dialog.tsx'
import { ListPagination } from '#web/records/list/list-pagination.tsx'
import { useListKeys } from '#web/records/list/use-list-keys.ts'
import { titleOf } from '#web/records/shared/record-words.ts'
import { Page } from '#web/ui/page/page.tsx'
import classes from './french.module.css'
import { FrenchExport } from './french-export.tsx'
import { FrenchRows } from './french-rows.tsx'
import { keyOf, stateChoices } from './french-words.ts'
import { SelectedFrench } from './selected-french.tsx'

const typeChoices = [{ value: '', label: 'All' }, ...frenchTypes.map((value) => ({ value, label: titleOf(value) }))]

const KEYS: [keys: string, meaning: string][] = [
  ['n', 'Open the page of the next record'],
  ['Ctrl + K', 'Search everything'],
  ['Ctrl + Z', 'Undo your last change'],
  ['?', 'Show these shortcuts'],
]

/** The records whose French is missing or older than the English, and the button that says it is right as it is. */
export function FrenchScreen() {
  const { asked, input, ask } = useFrenchAddress()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(frenchCalls.list, input),
    placeholderData: keepPreviousData,
  })
  useChanges(() => void refetch())
  const { page: _page, per_page: _perPage, ...filters } = input
  const [selected, setSelected] = useState<Unfinished[]>([])
  const [keysShown, setKeysShown] = useState(false)
  const rows = data?.data
  const openNext = useOpenNext(rows ?? [])
  useListKeys({ n: openNext, '?': () => setKeysShown(true) })
  // Rows that were confirmed or changed since, or are on another page, are no longer selected.
  const chosen = (rows ?? []).filter(
    (row) => row.state === 'older' && selected.some((one) => keyOf(one) === keyOf(row) && one.version === row.version),
  )
  const isFiltered = asked.type !== '' || asked.state !== ''

  return (
    <Page title={screens.french.title} help={helpOf(screens.french)} onKeys={() => setKeysShown(true)}>
      <Group justify="space-between" align="end" mb="md">
        <SimpleGrid cols={2} maw={520} flex="1 1 280px">
          <NativeSelect
            label="Kind"
            data={typeChoices}
            value={asked.type}
            onChange={({ currentTarget: { value } }) => ask({ type: value })}
          />
          <NativeSelect
            label="State"
            data={stateChoices}
            value={asked.state}
            onChange={({ currentTarget: { value } }) => ask({ state: value })}
          />
        </SimpleGrid>
        <FrenchExport filters={filters} isNothing={data?.total === 0} />
      </Group>
      <Paper
        withBorder
        radius="md"
        component="section"
        aria-label="French"
        aria-busy={(!rows && !error) || isPlaceholderData}
      >
        {error && <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />}
        {!rows && !error && <GridLoading />}
        {data?.total === 0 &&
          (isFiltered ? (
            <GridMessage
              text="Nothing matches these filters."
              action="Clear filters"
              onAction={() => ask({ type: '', state: '' })}
            />
          ) : (
            <GridMessage text="Everything is written in French." />
          ))}
        {data && rows && data.total > 0 && (
          <>
            {rows.length === 0 && (
              <GridMessage text="There are fewer pages now." action="First page" onAction={() => ask({ page: 1 })} />
            )}
            <div className={classes.rows}>
              <FrenchRows rows={rows} chosen={chosen} onChoose={setSelected} />
            </div>
            {chosen[0] && <SelectedFrench chosen={chosen} onClear={() => setSelected([])} />}
            <ListPagination
              total={data.total}
              page={asked.page}
              shownPage={data.current_page}
              perPage={asked.perPage}
              onPage={(page) => ask({ page })}
              onPageSize={(perPage) => ask({ perPage })}
            />
          </>
        )}
      </Paper>
      {keysShown && <KeysDialog keys={KEYS} onClose={() => setKeysShown(false)} />}
    </Page>
  )
}

/** Where somebody was who comes back from the page of a record: the record, and its place in the list. */
type Opened = { opened?: { key: string; place: number } } | null

/** Opens the page of the record behind the one that was opened last: of the first one at first. */
function useOpenNext(rows: Unfinished[]) {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: Opened }
  const opened = state?.opened
  const found = rows.findIndex((row) => keyOf(row) === opened?.key)
  // One that has left the list has made room for the next.
  const place = found >= 0 ? found + 1 : (opened?.place ?? 0)
  return async () => {
    const next = rows[place]
    if (!next) return
    // Kept with this entry of the browser's history, which one comes back to.
    await navigate({ search }, { replace: true, state: { opened: { key: keyOf(next), place } } })
    await navigate(recordPathOf(next.record_type, next.record_id))
  }
}

type InAddress = { type: string; state: string; page: number; perPage: number }

/** As many as are shown on a page, unless the address says otherwise. */
const PER_PAGE = 50

/** What the address asks for, the call’s input for it, and how to ask for something else. Unknown words are ignored. */
function useFrenchAddress() {
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
