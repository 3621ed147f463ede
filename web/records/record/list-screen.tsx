import { Group, VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, useMemo } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { type AnyColumn, type Column, titled, withRecordColumns } from '#web/records/list/columns.tsx'
import { useKeys } from '#web/records/list/keys-dialog.tsx'
import { labelsOf } from '#web/records/list/labels.ts'
import { GridOfList } from '#web/records/list/list-grid.tsx'
import { NewButton } from '#web/records/list/new-button.tsx'
import { type Sequence, useReorder } from '#web/records/list/reorder/use-reorder.ts'
import { selectColumn } from '#web/records/list/selection/select-column.tsx'
import { SelectionBar } from '#web/records/list/selection/selection-bar.tsx'
import { SelectionProvider, useRowSelection } from '#web/records/list/selection/use-row-selection.ts'
import { type List, type ListEndpoint, type RowOf, useList } from '#web/records/list/use-list.ts'
import { useViews } from '#web/records/list/use-views.tsx'
import { Page } from '#web/ui/page/page.tsx'

// A separate chunk, loaded when something is done to many for the first time.
const BulkDialog = lazy(() =>
  import('#web/records/change/bulk-dialog.tsx').then((module) => ({ default: module.BulkDialog })),
)

type ListScreenProps<E extends ListEndpoint> = {
  /** Its title, and what it is for. */
  screen: { title: string; help?: string | undefined }
  /** The name under which views and preferences are kept. */
  name: RecordType
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
  /** What that button says instead of New. */
  newLabel?: string
  /** Further controls in the head, for which the list may be needed. */
  actions?: ReactNode | ((list: List) => ReactNode)
  /** Shown between head and list. */
  notice?: ReactNode
  /** Buttons below the rows. */
  footer?: ReactNode
  /** The dialogs of the screen. */
  children?: ReactNode
}

/** A screen that is a list: its head with views, help and New, the grid, and the keys for them. */
export function ListScreen<E extends ListEndpoint>(props: ListScreenProps<E>) {
  const { screen, name, input, rowHeight, selectable, sequence, onNew, actions, notice, footer, children } = props
  const { showKeys, keysDialog } = useKeys(onNew)
  // Memoized, because the grid is rendered again when its columns are other ones.
  const columns = useMemo(
    () =>
      titled(
        withRecordColumns(selectable ? [selectColumn(selectable), ...props.columns] : props.columns),
        labelsOf(name),
      ),
    [selectable, props.columns, name],
  )
  const listed = useList({ list: props.list, columns, name, input })
  const selection = useRowSelection({ ...listed, input: listed.input as ListInput })
  const reorder = useReorder({ type: name, list: props.list, listed, announce: toastChange }, sequence)
  const views = useViews({ name, title: screen.title, listed, columns: columns as unknown as AnyColumn[] })

  return (
    <Page
      title={screen.title}
      help={screen.help}
      onKeys={showKeys}
      titleMenu={views}
      actions={
        (actions || onNew) && (
          <Group gap="xs">
            {typeof actions === 'function' ? actions(listed) : actions}
            {onNew && <NewButton label={props.newLabel} onClick={onNew} />}
          </Group>
        )
      }
    >
      {notice}
      {selectable && (
        <SelectionBar
          type={name}
          list={props.list}
          input={listed.input as ListInput}
          selection={selection}
          dialog={BulkDialog}
          nameOf={selectable as unknown as Parameters<typeof SelectionBar>[0]['nameOf']}
        />
      )}
      <SelectionProvider value={selection}>
        <GridOfList
          list={listed}
          label={props.label ?? screen.title}
          rowHeight={rowHeight}
          purpose={screen.help}
          onNew={onNew}
          reorder={sequence && reorder}
        >
          {footer}
        </GridOfList>
      </SelectionProvider>
      {sequence && <VisuallyHidden component="output">{reorder.said}</VisuallyHidden>}
      {children}
      {keysDialog}
    </Page>
  )
}
