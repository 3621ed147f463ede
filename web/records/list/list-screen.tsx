import { Group, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import { labelsOf } from '#web/records/labels.ts'
import { type Sequence, useReorder } from '#web/records/reorder/use-reorder.ts'
import { selectColumn } from '#web/records/selection/select-column.tsx'
import { SelectionBar } from '#web/records/selection/selection-bar.tsx'
import { SelectionProvider, useRowSelection } from '#web/records/selection/use-row-selection.ts'
import { Page } from '#web/ui/page/page.tsx'
import { type AnyColumn, type Column, titled, withRecordColumns } from './columns.tsx'
import { useKeys } from './keys-dialog.tsx'
import { GridOfList } from './list-grid.tsx'
import { NewButton } from './new-button.tsx'
import { type List, type ListEndpoint, type RowOf, useList } from './use-list.ts'
import { useViews } from './use-views.tsx'

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
  const reorder = useReorder({ type: name, list: props.list, listed }, sequence)
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
