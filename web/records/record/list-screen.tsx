import { Button, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { Upload } from 'lucide-react'
import { lazy, type ReactNode, useMemo } from 'react'
import { Link, useParams } from 'react-router'
import type { CallInput } from '#contract/endpoint.ts'
import { isImported } from '#contract/import-types.ts'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import { IMPORT_PATH, listPaths } from '#contract/paths.ts'
import type { ListInput } from '#contract/records.ts'
import { screenOf } from '#web/navigation/help.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { ExportMenu } from '#web/records/list/bar/export-menu.tsx'
import { type Column, cardStatus, titled, withRecordColumns } from '#web/records/list/columns/columns.tsx'
import { useKeys } from '#web/records/list/keys-dialog.tsx'
import { GridOfList } from '#web/records/list/list-grid.tsx'
import { NewButton } from '#web/records/list/new-button.tsx'
import { type Sequence, useReorder } from '#web/records/list/reorder/use-reorder.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { selectColumn } from '#web/records/list/selection/select-column.tsx'
import { SelectionBar } from '#web/records/list/selection/selection-bar.tsx'
import { SelectionProvider, useRowSelection } from '#web/records/list/selection/use-row-selection.ts'
import { ShownListProvider } from '#web/records/list/state/shown-list.ts'
import { type List, type ListEndpoint, type RowOf, useList } from '#web/records/list/state/use-list.ts'
import { useViews } from '#web/records/list/views/use-views.tsx'
import { labelsOf } from '#web/records/shared/labels.ts'
import { nounOf } from '#web/records/shared/record-words.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import type { Parent } from '#web/ui/page/breadcrumbs.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { EditCells } from './edit-cells.tsx'
import { linkedColumns } from './linked-columns.ts'
import { LoadedPage, usePreloadedPage } from './loaded-page.tsx'
import { referenceFilters } from './reference-filters.tsx'
import { useBackToRow } from './way-back.ts'

// A separate chunk, loaded when something is done to many for the first time.
const BulkDialogs = lazy(() => import('./bulk-dialogs.tsx').then((module) => ({ default: module.BulkDialogs })))

export type PageOptions<Row> = {
  /** What it is called in the heading, where that is not its full name. */
  nameOf?: (row: Row) => string
  /** The column that leads to the page, where that is not the first part of the title. */
  named?: string
  /** Opens the dialog that restores a deleted record. */
  onRestore?: (row: Row) => void
  /** What matters most about this kind, above its facts. */
  lead?: (row: Row) => ReactNode
  /** The keys that work in that part, for the help. */
  keys?: [keys: string, meaning: string][]
  /** What is particular to this kind, besides its facts and what belongs to it. */
  more?: (row: Row) => ReactNode
}

type ListScreenProps<E extends ListEndpoint> = {
  /** What it lists, under whose name views and preferences are kept. */
  name: RecordType
  /** Its title and what it is for, by default of the kind, and what it belongs to. */
  screen?: { title: string; menuLabel?: string; help?: string | undefined; parent?: Parent }
  list: E
  columns: Column<NoInfer<RowOf<E>>>[]
  /** The accessible name of the grid; that of the screen by default. */
  label?: string
  input?: Partial<CallInput<E>>
  rowHeight?: number
  /** What a row is called: rows can be selected, and many changed at once. */
  selectable?: (row: NoInfer<RowOf<E>>) => string
  /** Its rows can be moved in their sequence. */
  sequence?: Sequence<NoInfer<RowOf<E>>>
  /** Opens the dialog for a new record: shows the New button. */
  onNew?: () => void
  /** Opens it from an empty list only, where a button below the rows adds records. */
  onFirst?: (() => void) | undefined
  /** What that button says instead of New. */
  newLabel?: string
  /** Further controls in the head, for which the list may be needed. */
  actions?: ReactNode | ((list: List, input: ListInput) => ReactNode)
  /** Further tools of the list, before import and export. */
  tools?: ReactNode | ((list: List, input: ListInput) => ReactNode)
  /** Puts the list among the tabs of the screen. */
  tabs?: (list: ReactNode) => ReactNode
  /** Buttons below the rows. */
  footer?: ReactNode
  /** What the pages of its records need; without it they have none. */
  page?: PageOptions<NoInfer<RowOf<E>>>
  /** The dialogs of the screen. */
  children?: ReactNode
}

/** A screen that is a list, or at the address of one of its records that record's page. */
export function ListScreen<E extends ListEndpoint>(props: ListScreenProps<E>) {
  const { id } = useParams()
  const { name, selectable, page, children, screen = screenOf(name) } = props
  const named = page?.named
  const hasPages = page !== undefined
  // Memoized, because the grid is rendered again when it gets other columns.
  const columns = useMemo(() => {
    const own = hasPages ? [...referenceFilters(name), ...props.columns] : props.columns
    const all = withRecordColumns(selectable ? [selectColumn(selectable), ...own] : own)
    return linkedColumns(titled(all, labelsOf(name)), name, hasPages ? named : '')
  }, [selectable, props.columns, name, hasPages, named])
  if (!page || id === undefined) return <ListPage {...props} screen={screen} columns={columns} />
  return (
    <LoadedPage
      key={id}
      id={id}
      type={name}
      title={screen.menuLabel ?? screen.title}
      columns={columns as Column<ListedRow>[]}
      input={props.input}
      {...(page as PageOptions<ListedRow>)}
    >
      {children}
    </LoadedPage>
  )
}

/** Whether records of this kind are never deleted. */
const isAlwaysActive = (type: RecordType) => !('delete' in recordCalls[type])

/** The head of a list with help and New, its views, the grid, and the keys for them. */
function ListPage<E extends ListEndpoint>(props: ListScreenProps<E> & Required<Pick<ListScreenProps<E>, 'screen'>>) {
  const { screen, name, input, columns, rowHeight, selectable, sequence, onNew, actions, footer, children } = props
  const { showKeys, keysDialog } = useKeys(onNew)
  const listed = useList({ list: props.list, columns, name, input })
  usePreloadedPage()
  useBackToRow(name, listed.page?.data)
  const shownList = { type: name, rows: listed.rows.queryKey }
  const selection = useRowSelection({ ...listed, input: listed.input as ListInput })
  const reorder = useReorder({ type: name, list: props.list, listed, fullNameOf, announce: toastChange }, sequence)
  const tabs = useViews({ name, listed, columns })
  const grid = (
    <SelectionProvider value={selection}>
      <EditCells type={name} list={listed}>
        <GridOfList
          list={listed}
          tabs={tabs}
          prints
          exporting={
            <>
              {typeof props.tools === 'function' ? props.tools(listed, listed.input as ListInput) : props.tools}
              <ImportLink type={name} />
              <ExportMenu type={name} list={listed} />
            </>
          }
          label={props.label ?? screen.title}
          rowHeight={rowHeight}
          purpose={screen.help}
          onNew={onNew ?? props.onFirst}
          noun={nounOf(name)}
          reorder={sequence && reorder}
          cardState={
            isAlwaysActive(name) || columns.some(({ field, filterOnly }) => field === 'status' && !filterOnly)
              ? undefined
              : cardStatus
          }
          bar={
            selectable && (
              <SelectionBar
                type={name}
                list={props.list}
                input={listed.input as ListInput}
                selection={selection}
                dialog={BulkDialogs}
              >
                <ExportMenu type={name} list={listed} selection={selection} />
              </SelectionBar>
            )
          }
          {...(props.page && { rowPath: listPaths[name] })}
        >
          {footer}
        </GridOfList>
      </EditCells>
    </SelectionProvider>
  )

  return (
    <Page
      title={screen.title}
      crumb={screen.menuLabel}
      help={screen.help}
      parent={screen.parent}
      onKeys={showKeys}
      actions={
        (actions || onNew) && (
          <Group gap="xs" data-beside-title>
            {typeof actions === 'function' ? actions(listed, listed.input as ListInput) : actions}
            {onNew && <NewButton label={props.newLabel} onClick={onNew} />}
          </Group>
        )
      }
    >
      {props.tabs ? props.tabs(grid) : grid}
      {sequence && <VisuallyHidden component="output">{reorder.said}</VisuallyHidden>}
      <ShownListProvider value={shownList}>{children}</ShownListProvider>
      {keysDialog}
    </Page>
  )
}

/** Leads to the page that imports records of this kind from a file; nothing for kinds that no file brings in. */
const ImportLink = ({ type }: { type: RecordType }) =>
  isImported(type) && (
    <Tooltip label="Import">
      <Button
        component={Link}
        to={`${IMPORT_PATH}?type=${type}`}
        variant="default"
        size="xs"
        px="xs"
        aria-label="Import"
      >
        <Upload size={14} aria-hidden />
      </Button>
    </Tooltip>
  )
