import { type MenuItem, menuItems } from '#contract/menu-items.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { number, picture, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { actions, editAction, historyAction } from '#web/records/list/rows/row-actions.tsx'
import { ListScreen } from '#web/records/record/list-screen.tsx'
import { useRowDialog } from '#web/records/record/use-row-dialog.ts'
import { AppMenuForm } from './app-menu-form.tsx'

const nameOf = (item: MenuItem) => item.title

export function AppMenusScreen() {
  const { dialog, open, close, missing } = useRowDialog<MenuItem>('app-menus', menuItems)

  return (
    <ListScreen
      name="menu_items"
      sequence={{ nameOf }}
      page={{}}
      list={menuItems.list}
      rowHeight={50}
      columns={[
        picture('icon', 'Icon', (item: MenuItem) => `Icon of ${item.title}`, { width: 40, height: 40 }),
        text('title'),
        number('seq_no'),
        ...frenchColumn(),
        actions(nameOf, [editAction(open), historyAction(open)]),
      ]}
    >
      {dialog?.kind === 'edit' && <AppMenuForm item={dialog.row} draft={dialog.draft} onClose={close} />}
      <RecordHistory type="menu_items" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}
