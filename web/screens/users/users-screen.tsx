import { Eye, KeyRound } from 'lucide-react'
import { SOCIAL_USER, type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { type Column, count, detail, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { emailColumn } from '#web/records/list/columns/email-column.tsx'
import { statusFilter } from '#web/records/list/filters/column-filters.tsx'
import { actions, historyAction, type RowAction } from '#web/records/list/rows/row-actions.tsx'
import { DEACTIVATED } from '#web/records/list/selection/bulk-actions.ts'
import { ListScreen } from '#web/records/record/list-screen.tsx'
import { useRowDialog } from '#web/records/record/use-row-dialog.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { PrivacyPart } from './privacy-part.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { SendToThese } from './send-to-these.tsx'
import { StatusSwitch } from './status-switch.tsx'
import { UserDetails } from './user-details.tsx'
import { UserInAppParts } from './user-in-app.tsx'

const nameOf = (user: User) => fullNameOf('users', user)
const signInNames: Record<User['type'], string> = {
  SIMPLE: 'Password',
  GOOGLE: 'Google',
  FACEBOOK: 'Facebook',
  APPLE: 'Apple',
}

type Open = (request: { kind: 'reset' | 'view' | 'deactivate'; row: User }) => void

const activity = (open: Open): Column<User> => ({
  field: 'status',
  title: 'Status',
  sortable: true,
  filter: {
    ...statusFilter,
    toInput: (field, { text }) =>
      ['active', 'inactive'].includes(text)
        ? { filters: { [field]: { op: 'eq', value: String(text === 'active') } } }
        : {},
  },
  width: 116,
  pinned: 'right',
  cell: (user) => <StatusSwitch user={user} onTurnOff={() => open({ kind: 'deactivate', row: user })} />,
})

/** What comes next with a user: a password that is handed over, where mail is refused. */
const nextActOf = ({ type, status, mail_problem }: User) =>
  type === 'SIMPLE' && status && mail_problem ? 'reset' : undefined

const resetAction = (open: Open): RowAction<User> => ({
  of: (row, name) => ({
    label: `Reset User Password of ${name}`,
    tip: row.type === 'SIMPLE' ? 'Reset User Password' : SOCIAL_USER,
    ...(nextActOf(row) === 'reset' && { word: 'Reset' }),
    act: 'Reset User Password',
    disabled: row.type !== 'SIMPLE',
    icon: <KeyRound size={16} aria-hidden />,
    onClick: () => open({ kind: 'reset', row }),
  }),
})

const viewAction = (open: Open): RowAction<User> => ({
  of: (row, name) => ({
    label: `View Details of ${name}`,
    tip: 'View Details',
    isOnPage: true,
    icon: <Eye size={16} aria-hidden />,
    onClick: () => open({ kind: 'view', row }),
  }),
})

export function UsersScreen() {
  const { dialog, open, close, missing } = useRowDialog<User, 'reset' | 'view' | 'deactivate'>('users', users)

  return (
    <ListScreen
      name="users"
      selectable={nameOf}
      page={{
        more: (user) => (
          <>
            <UserInAppParts id={user._id} />
            <PrivacyPart user={user} />
          </>
        ),
      }}
      list={users.list}
      actions={(_list, { filters }) => <SendToThese filters={filters} />}
      columns={[
        rowNumber(),
        text('name', { minWidth: 160 }),
        emailColumn(),
        activity(open),
        count('rv_count', 'RVs'),
        { ...detail('type', 'Signs in with'), cell: ({ type }) => signInNames[type] },
        // Icons, and one of them with its word.
        { ...actions(nameOf, [resetAction(open), viewAction(open), historyAction(open)]), width: 186 },
      ]}
    >
      {dialog?.kind === 'view' && <UserDetails user={dialog.row} onClose={close} />}
      {dialog?.kind === 'reset' && <ResetPasswordDialog user={dialog.row} onClose={close} />}
      {dialog?.kind === 'deactivate' && (
        <ConfirmChangeDialog
          title="Deactivate User"
          text={`Are you sure you want to deactivate this user? ${DEACTIVATED[0]}`}
          name={fullNameOf('users', dialog.row)}
          action="Deactivate"
          danger
          send={(options) => call(users.changeStatus, { user_id: dialog.row._id, status: false }, options)}
          onClose={close}
        />
      )}
      <RecordHistory type="users" dialog={dialog} onClose={close} />
      {missing}
    </ListScreen>
  )
}
