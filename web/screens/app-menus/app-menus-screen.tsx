import { type MenuItem, menuItems } from '#contract/menu-items.ts'
import { screens } from '#web/navigation/screens.ts'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { number, picture, text } from '#web/records/list/columns.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { actions, editAction } from '#web/records/list/row-actions.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { AppMenuForm } from './app-menu-form.tsx'

const nameOf = (item: MenuItem) => item.title

export function AppMenusScreen() {
  const { dialog, open, close } = useRowDialog<MenuItem>('app-menus')

  return (
    <Page title={screens.appMenus.title}>
      <ListGrid
        list={menuItems.list}
        label={screens.appMenus.title}
        rowHeight={50}
        columns={[
          picture('icon', 'Icon', (item: MenuItem) => `Icon of ${item.title}`, { width: 40, height: 40 }),
          text('title', 'Title'),
          number('seq_no', 'Sequence No.'),
          actions(nameOf, [editAction(open)]),
        ]}
      />
      {dialog?.kind === 'edit' && <AppMenuForm item={dialog.row} draft={dialog.draft} onClose={close} />}
    </Page>
  )
}
