import { Text } from '@mantine/core'
import { CircleStop, Eye, Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { type Change, changes, type DescribedChange } from '#contract/changes.ts'
import { KEYS_PATH, recordPathOf } from '#contract/paths.ts'
import { helpOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { stateWords } from '#web/records/change/change-state.tsx'
import { ChangeDetails } from '#web/records/change/history/change-details.tsx'
import { FoldLink } from '#web/records/change/sentence/fold-link.tsx'
import { askToUndo } from '#web/records/change/undo/undo-requests.ts'
import { type Column, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import { textFilter } from '#web/records/list/filters/column-filters.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
import { useKeys } from '#web/records/list/keys-dialog.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { actions, type RowAction } from '#web/records/list/rows/row-actions.tsx'
import { kindOptions, kindWords, personTypeOf, recordsOf, recordTypeOptions } from '#web/records/shared/record-words.ts'
import { formatDateTime, formatDayName, formatNearTime } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/page.tsx'
import { LinkedSentence } from './linked-sentence.tsx'
import classes from './recent-changes-screen.module.css'

/** Two icons with a word each. */
const ACTIONS_WIDTH = 184

const nameOf = (change: Change) => `${change.title}, ${formatDateTime(change.at)}`

const oneLine = (text: string) => (
  <Text span inherit truncate>
    {text}
  </Text>
)

const at: Column<Change> = {
  field: 'at',
  title: 'Time',
  sortable: true,
  filter: dateFilter,
  width: 182,
  cell: (change) => formatNearTime(change.at),
}
/** The days that rows begin while they are in the order of their time. */
const days = { field: at.field, of: (row: ListedRow) => formatDayName(String(row['at'])) }
const by: Column<Change> = {
  field: 'by',
  title: 'By',
  filter: textFilter,
  minWidth: 120,
  flex: 0.7,
  cell: (change) => oneLine(change.by.name),
  link({ by: { _id, kind } }) {
    if (_id === null || kind === 'system') return undefined
    return kind === 'program' ? KEYS_PATH : recordPathOf(personTypeOf(kind), _id)
  },
}
const what: Column<DescribedChange> = {
  field: 'sentence',
  title: 'What happened',
  filter: textFilter,
  minWidth: 320,
  flex: 3,
  isName: true,
  cell: (change) => (
    <div className={classes.what}>
      <span title={change.sentence}>
        <LinkedSentence change={change} />
      </span>{' '}
      <FoldLink change={change} tabIndex={-1} />
    </div>
  ),
}
const name: Column<Change> = {
  ...text('title', { title: 'Name', minWidth: 200, optional: true }),
  sortable: false,
  cell: (change) => oneLine(change.title),
}
const message: Column<Change> = {
  ...text('message', { title: 'Message', minWidth: 138, optional: true }),
  sortable: false,
}
const kind: Column<Change> = {
  field: 'kind',
  title: 'Kind',
  filter: choiceFilter(kindOptions),
  width: 104,
  cell: (change) => kindWords[change.kind],
}
const records: Column<Change> = {
  field: 'record_type',
  title: 'Records',
  filter: choiceFilter(recordTypeOptions),
  width: 170,
  optional: true,
  cell: (change) => oneLine(recordsOf(change)),
}
/** The filter behind the links of changes that stand for others. */
const fold: Column<Change> = {
  field: 'fold',
  title: 'Changes',
  filterOnly: true,
  filter: {
    words: () => 'grouped under one entry',
    toInput: (field, { text }) => ({ filters: { [field]: { op: 'eq', value: text } } }),
  },
}
const state: Column<Change> = {
  field: 'status',
  title: 'State',
  width: 100,
  pinned: 'right',
  cell: (change) => oneLine(stateWords(change)),
}

const detailsAction = (open: (change: Change) => void): RowAction<Change> => ({
  of: (change, name) => ({
    label: `Details of ${name}`,
    tip: 'Details',
    word: 'Details',
    needsServer: true,
    shortcut: 'Enter',
    icon: <Eye size={16} aria-hidden />,
    onClick: () => open(change),
  }),
})

/** A change that is still running can be stopped where its undo is asked about. */
const undoAction: RowAction<Change> = {
  of(change, name) {
    const asks = { needsServer: true, onClick: () => askToUndo({ changeId: change._id }) }
    return change.state === 'running'
      ? { ...asks, label: `Stop ${name}`, tip: 'Stop', word: 'Stop', icon: <CircleStop size={16} aria-hidden /> }
      : {
          ...asks,
          label: `Undo ${name}`,
          word: 'Undo',
          tip: change.can_undo ? 'Undo' : change.undone_by ? 'Already undone' : 'This cannot be undone',
          act: 'Undo',
          disabled: !change.can_undo,
          icon: <Undo2 size={16} aria-hidden />,
        }
  },
}

/** The part of the address that names the change whose details are open. */
const CHANGE = 'change'

/** All changes of everybody, with their details, and Undo. */
export function RecentChangesScreen() {
  const [params, setParams] = useSearchParams()
  const opened = params.get(CHANGE)
  const setOpened = (id: string | null) =>
    setParams(
      (params) => {
        if (id === null) params.delete(CHANGE)
        else params.set(CHANGE, id)
        return params
      },
      { replace: true },
    )
  const { title } = screens.recentChanges
  const { showKeys, keysDialog } = useKeys()

  return (
    <Page title={title} help={helpOf(screens.recentChanges)} parent={programsAndSafety} onKeys={showKeys}>
      <ListGrid
        list={changes.list}
        prints
        label={title}
        columns={[
          rowNumber(),
          at,
          by,
          what,
          name,
          message,
          kind,
          records,
          state,
          fold,
          { ...actions(nameOf, [detailsAction(({ _id }) => setOpened(_id)), undoAction]), width: ACTIONS_WIDTH },
        ]}
        onOpen={setOpened}
        rowHeight={52}
        parts={days}
        purpose={helpOf(screens.recentChanges)}
      />
      {opened !== null && <ChangeDetails changeId={opened} onClose={() => setOpened(null)} />}
      {keysDialog}
    </Page>
  )
}
