import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye, KeyRound, Send } from 'lucide-react'
import { Link } from 'react-router'
import { notifications } from '#contract/notifications.ts'
import { plural } from '#contract/plural.ts'
import type { ListInput } from '#contract/records.ts'
import { SOCIAL_USER, type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { screens } from '#web/navigation/screens.ts'
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
import { formatNumber } from '#web/ui/format.ts'
import { PrivacyPart } from './privacy-part.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
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

/** Leads from a filtered list to a new message to the active users in it. */
function SendToThese({ filters = {} }: Pick<ListInput, 'filters'>) {
  // Those who are inactive get no message.
  const isNarrowed = Object.keys(filters).length > 0 && filters['status']?.value !== 'false'
  const { data } = useQuery({
    ...query(notifications.count, { all_matching: { filters }, purpose: 'service' }),
    enabled: isNarrowed,
  })
  const total = isNarrowed ? data?.data.count : 0
  if (!total) return null
  return (
    <Button
      component={Link}
      to={screens.notifications.path}
      state={{ chosen: { all: filters, total } }}
      variant="default"
      leftSection={<Send size={16} aria-hidden />}
      data-icon-on-phones
    >
      {plural(total, 'Send to this one', `Send to these ${formatNumber(total)}`)}
    </Button>
  )
}
