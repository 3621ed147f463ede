import { type ReactNode, useCallback } from 'react'
import type { z } from 'zod'
import type { CallOutput } from '#contract/endpoint.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { getOf, RecordRow } from '#contract/records.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import type { Column } from '#web/records/list/columns/columns.tsx'
import {
  actions,
  deleteRestoreAction,
  duplicateAction,
  editAction,
  historyAction,
} from '#web/records/list/rows/row-actions.tsx'
import type { ListEndpoint, RowOf } from '#web/records/list/state/use-list.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import type { ChangeEndpoint } from './delete-or-restore.tsx'
import { DeleteRestoreDialog } from './delete-restore-dialog.tsx'
import { ListScreen, type PageOptions } from './list-screen.tsx'
import { useRowDialog } from './use-row-dialog.ts'

type Calls<List extends ListEndpoint, Change extends ChangeEndpoint> = {
  list: List
  get: ReturnType<typeof getOf<string, z.ZodType<RowOf<List> & RecordRow>>>
  delete: Change
  restore: NoInfer<Change>
}

type RecordScreenProps<List extends ListEndpoint, Change extends ChangeEndpoint> = Omit<
  Parameters<typeof ListScreen<List>>[0],
  'name' | 'list' | 'columns' | 'selectable' | 'sequence' | 'onNew' | 'footer' | 'children' | 'actions' | 'page'
> & {
  type: RecordType
  calls: Calls<List, Change>
  /** What a record is called, where that is not its full name. */
  nameOf?: (row: NoInfer<RowOf<List>>) => string
  /** All columns but the actions. */
  columns: Column<NoInfer<RowOf<List>>>[]
  /** The form for a new record, or for this one. */
  form: (props: {
    record: NoInfer<RowOf<List>> | undefined
    /** The record that a new one starts as a copy of. */
    from?: NoInfer<RowOf<List>>
    draft: Draft
    onClose: () => void
  }) => ReactNode
  /** A new record can start as a copy of another one. */
  copies?: boolean
  /** Of the page of a record: see PageOptions; its title is the name, unless it says another one. */
  page?: Omit<Partial<PageOptions<NoInfer<RowOf<List>>>>, 'onRestore'>
  /** Where to add a record: in the head of the page, or in buttons below the list that call this. */
  footer?: (onNew: () => void) => ReactNode
  /** In the dialogs to delete and restore: what a record looks like, and what the row tells of what goes along. */
  look?: (row: NoInfer<RowOf<List>> | undefined) => ReactNode
  along?: (row: NoInfer<RowOf<List>>) => string
  /** The text of a second toast after a delete or a restore. */
  secondToast?: (answer: CallOutput<Change>, kind: 'delete' | 'restore') => string | undefined
}

/** The screen of a kind of record: its list, with the dialogs to add, edit, delete and restore one and its history. */
export function RecordScreen<List extends ListEndpoint, Change extends ChangeEndpoint>({
  type,
  calls,
  nameOf: ownName,
  columns,
  form,
  copies = false,
  page,
  footer,
  look,
  along,
  secondToast,
  ...list
}: RecordScreenProps<List, Change>) {
  type Row = RowOf<List> & RecordRow
  const fullName = useCallback((row: RowOf<List>) => fullNameOf(type, row), [type])
  const nameOf = ownName ?? fullName
  const { dialog, open, close, missing } = useRowDialog<Row>(type.replaceAll('_', '-'), calls)
  const onNew = () => open({ kind: 'new' })
  const duplicate = copies ? [duplicateAction<Row>(open)] : []
  const rowActions = [editAction<Row>(open), deleteRestoreAction<Row>(open), ...duplicate, historyAction<Row>(open)]
  const shown = [...columns, actions<Row>(nameOf, rowActions)]

  return (
    <ListScreen
      {...list}
      name={type}
      list={calls.list}
      selectable={nameOf}
      page={{ ...page, onRestore: (row) => open({ kind: 'restore', row: row as Row }) }}
      {...('sequence' in kinds[type] && { sequence: { nameOf } })}
      columns={shown as Column<RowOf<List>>[]}
      {...(footer ? { onFirst: onNew } : { onNew })}
      footer={footer?.(onNew)}
    >
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') &&
        form({ record: dialog.row as RowOf<List> | undefined, draft: dialog.draft, onClose: close })}
      {dialog?.kind === 'duplicate' &&
        form({ record: undefined, from: dialog.row as RowOf<List>, draft: dialog.draft, onClose: close })}
      <DeleteRestoreDialog
        type={type}
        dialog={dialog}
        onClose={close}
        calls={calls}
        {...(along && { along })}
        {...(secondToast && { secondToast })}
      >
        {look?.(dialog?.row)}
      </DeleteRestoreDialog>
      <RecordHistory type={type} dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
