import { Button } from '@mantine/core'
import { Clock, KeySquare, Link2, MailX, RotateCw, ShieldCheck, UserCheck, UserX, Webhook } from 'lucide-react'
import { Link } from 'react-router'
import { type Administrator, administrators, NOT_YOURSELF } from '#contract/administrators.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { screenOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { type Column, rowNumber, StatusBadge, text } from '#web/records/list/columns/columns.tsx'
import { emailColumn } from '#web/records/list/columns/email-column.tsx'
import { choiceFilter, flagFilter } from '#web/records/list/filters/choice-filter.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
import { actions, editAction, historyAction, type RowAction } from '#web/records/list/rows/row-actions.tsx'
import { ListScreen } from '#web/records/record/list-screen.tsx'
import { useRowDialog } from '#web/records/record/use-row-dialog.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { AdministratorForm } from './administrator-form.tsx'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { SecurityRecordDialog } from './security-record-dialog.tsx'

type Kind = 'resend' | 'withdraw' | 'deactivate' | 'activate' | 'reset' | 'security' | 'link'
type Open = (request: { kind: Kind; row: Administrator }) => void

const nameOf = (administrator: Administrator) => fullNameOf('admins', administrator)

const status: Column<Administrator> = {
  field: 'status',
  title: 'Status',
  sortable: true,
  filter: choiceFilter([
    { value: 'ACTIVE', label: 'Active' },
    { value: 'INVITED', label: 'Invited' },
    { value: 'INACTIVE', label: 'Inactive' },
  ]),
  width: 112,
  pinned: 'right',
  cell: ({ status }) =>
    status === 'INVITED' ? (
      <StatusBadge active={false} label="Invited" icon={Clock} />
    ) : (
      <StatusBadge active={status === 'ACTIVE'} />
    ),
}

const lastSignIn: Column<Administrator> = {
  field: 'last_sign_in',
  title: 'Last sign-in',
  sortable: true,
  filter: dateFilter,
  width: 256,
  cell: ({ last_sign_in, invited_until }) =>
    last_sign_in ? formatDateTime(last_sign_in) : invited_until ? untilWhen(invited_until) : 'Never',
}

const untilWhen = (until: string) =>
  Date.parse(until) > Date.now() ? `Invited until ${formatDateTime(until)}` : 'Invitation expired'

const secondFactor: Column<Administrator> = {
  field: 'second_factor',
  title: 'Second factor',
  width: 136,
  filter: flagFilter('On', 'Off'),
  cell: ({ second_factor }) => (second_factor ? 'On' : 'Off'),
}

/** Withdraws an invitation, deactivates an active administrator, or activates an inactive one. */
const statusAction = (open: Open): RowAction<Administrator> => ({
  of(row, name) {
    if (row.status === 'INVITED') {
      return {
        label: `Withdraw the invitation for ${name}`,
        tip: 'Withdraw the invitation',
        color: 'red',
        shortcut: 'Delete',
        icon: <MailX size={16} aria-hidden />,
        onClick: () => open({ kind: 'withdraw', row }),
      }
    }
    if (row.status === 'INACTIVE') {
      return {
        label: `Activate ${name}`,
        tip: 'Activate',
        color: 'green',
        icon: <UserCheck size={16} aria-hidden />,
        onClick: () => open({ kind: 'activate', row }),
      }
    }
    return {
      label: `Deactivate ${name}`,
      tip: row.is_me ? NOT_YOURSELF : 'Deactivate',
      color: 'red',
      shortcut: 'Delete',
      act: 'Deactivate',
      disabled: row.is_me,
      icon: <UserX size={16} aria-hidden />,
      onClick: () => open({ kind: 'deactivate', row }),
    }
  },
})

const resendAction = (open: Open): RowAction<Administrator> => ({
  isSeldom: true,
  of: (row, name) =>
    row.status === 'INVITED' &&
    !row.mail_problem &&
    sendsMail() && {
      label: `Send the invitation for ${name} again`,
      tip: 'Send the invitation again',
      icon: <RotateCw size={16} aria-hidden />,
      onClick: () => open({ kind: 'resend', row }),
    },
})

/** An invited person waits for a mail, which may not arrive. */
const linkAction = (open: Open): RowAction<Administrator> => ({
  of: (row, name) =>
    row.status === 'INVITED' && {
      label: `Get a link for ${name}`,
      tip: 'Get a link to hand over',
      word: 'Get a link',
      icon: <Link2 size={16} aria-hidden />,
      onClick: () => open({ kind: 'link', row }),
    },
})

const securityAction = (open: Open): RowAction<Administrator> => ({
  isSeldom: true,
  of: (row, name) =>
    row.status !== 'INVITED' && {
      label: `Security record of ${name}`,
      tip: 'Security record',
      icon: <ShieldCheck size={16} aria-hidden />,
      onClick: () => open({ kind: 'security', row }),
    },
})

const questions = {
  resend: {
    title: 'Send invitation again',
    text: 'Are you sure you want to send the invitation again? The link emailed earlier stops working.',
    action: 'Send',
    danger: false,
    endpoint: administrators.resend,
  },
  withdraw: {
    title: 'Withdraw invitation',
    text: 'Are you sure you want to withdraw this invitation? Its link stops working.',
    action: 'Withdraw',
    danger: true,
    endpoint: administrators.withdraw,
  },
  deactivate: {
    title: 'Deactivate administrator',
    text: 'Are you sure you want to deactivate this administrator? They are signed out at once and cannot sign in again until activated. Their name stays in the history.',
    action: 'Deactivate',
    danger: true,
    endpoint: administrators.deactivate,
  },
  activate: {
    title: 'Activate administrator',
    text: 'Are you sure you want to activate this administrator? They can sign in again, with their previous password or a new one from “Forgot Password?”.',
    action: 'Activate',
    danger: false,
    endpoint: administrators.activate,
  },
  reset: {
    title: 'Reset second factors',
    text: 'Are you sure you want to remove all second factors of this administrator? All sessions end at once, and the password alone is enough to sign in until new ones are set up. Make sure the request really comes from this person.',
    action: 'Reset',
    danger: true,
    endpoint: administrators.resetFactors,
  },
} as const

export function AdministratorsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Administrator, Kind>('admins', administrators)
  const question = dialog && dialog.kind in questions ? questions[dialog.kind as keyof typeof questions] : undefined

  return (
    <ListScreen
      screen={{ ...screenOf('admins'), parent: programsAndSafety }}
      name="admins"
      page={{}}
      list={administrators.list}
      columns={[
        rowNumber(),
        text('name', { minWidth: 160 }),
        emailColumn(),
        status,
        lastSignIn,
        secondFactor,
        {
          ...actions(nameOf, [
            editAction(open),
            statusAction(open),
            linkAction(open),
            resendAction(open),
            securityAction(open),
            historyAction(open),
          ]),
          // Icons, and in words the one that comes next.
          width: 250,
        },
      ]}
      actions={
        <>
          <Button
            component={Link}
            to={screens.keys.path}
            variant="default"
            data-icon-on-phones
            leftSection={<KeySquare size={16} aria-hidden />}
          >
            {screens.keys.title}
          </Button>
          <Button
            component={Link}
            to={screens.webhooks.path}
            variant="default"
            data-icon-on-phones
            leftSection={<Webhook size={16} aria-hidden />}
          >
            {screens.webhooks.title}
          </Button>
        </>
      }
      newLabel="Invite"
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <AdministratorForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <AdministratorForm administrator={dialog.row} draft={dialog.draft} onClose={close} />}
      {dialog?.row && question && (
        <ConfirmChangeDialog
          title={question.title}
          text={question.text}
          name={fullNameOf('admins', dialog.row)}
          action={question.action}
          danger={question.danger}
          send={(options) =>
            call(question.endpoint, { administrator_id: dialog.row._id, version: dialog.row.version }, options)
          }
          onClose={close}
        />
      )}
      {dialog?.kind === 'link' && dialog.row && <InvitationLinkDialog administrator={dialog.row} onClose={close} />}
      {dialog?.kind === 'security' && dialog.row && (
        <SecurityRecordDialog
          administrator={dialog.row}
          onReset={() => open({ kind: 'reset', row: dialog.row })}
          onClose={close}
        />
      )}
      <RecordHistory type="admins" dialog={dialog} onClose={close} />
      {missing}
    </ListScreen>
  )
}
