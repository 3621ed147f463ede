import { Button, Switch } from '@mantine/core'
import { ArrowRightLeft, Eye, ShieldCheck } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { type Rv, rvs } from '#contract/rvs.ts'
import { TRANSFERS } from '#contract/transfers.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { type Column, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import {
  actions,
  deleteRestoreAction,
  editAction,
  historyAction,
  type RowAction,
} from '#web/records/list/rows/row-actions.tsx'
import { DeleteRestoreDialog } from '#web/records/record/delete-restore-dialog.tsx'
import { ListScreen } from '#web/records/record/list-screen.tsx'
import { useRowDialog } from '#web/records/record/use-row-dialog.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { RvForm } from './rv-form.tsx'
import { RvStatus } from './rv-status.tsx'
import { SendToOwners } from './send-to-owners.tsx'
import { TransfersDialog } from './transfers-dialog.tsx'

/** The serial number of an RV, or undefined; some clients send the text 'null'. */
const serialNumberOf = ({ serial_no }: Rv) => (serial_no && serial_no !== 'null' ? serial_no : undefined)

/** What comes next with an RV: nothing where there is no number to ask the dealer site about. */
const nextActOf = (rv: Rv) => (!rv.is_deleted && serialNumberOf(rv) ? 'check status' : undefined)

/** What stands where the owner of an RV would. */
const NO_OWNER = 'No owner yet'

const nameOf = (rv: Rv) => fullNameOf('rvs', rv)
type Open = (request: { kind: 'view' | 'status'; row: Rv }) => void

const viewAction = (open: Open): RowAction<Rv> => ({
  of: (row, name) => ({
    label: `View ${name}`,
    tip: 'View',
    isOnPage: true,
    icon: <Eye size={16} aria-hidden />,
    onClick: () => open({ kind: 'view', row }),
  }),
})

const checkStatusAction = (open: Open): RowAction<Rv> => ({
  of(row, name) {
    const hasSerial = serialNumberOf(row) !== undefined
    return {
      label: `Check Status of ${name}`,
      ...(nextActOf(row) === 'check status' && { word: 'Check status' }),
      needsServer: true,
      tip: hasSerial ? 'Check Status' : 'Serial Number is not Available!',
      act: 'Check Status',
      disabled: !hasSerial,
      icon: <ShieldCheck size={16} aria-hidden />,
      onClick: () => open({ kind: 'status', row }),
    }
  },
})

const ACTIVE = { is_deleted: false }
const SHOWN = 'true'

/** The filter behind the switch in the head, so that views and the last state keep it. */
const inactive: Column<Rv> = {
  field: 'inactive',
  title: 'Inactive',
  filterOnly: true,
  filter: { words: () => 'only', toInput: (_field, { text }) => (text === SHOWN ? { is_deleted: true } : {}) },
}

export function RvsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Rv, 'view' | 'status'>('rv-management', rvs)
  const [transfersShown, showTransfers] = useFlagInAddress(TRANSFERS)

  return (
    <ListScreen
      name="rvs"
      selectable={nameOf}
      page={{
        named: 'serial_no',
        onRestore: (row) => open({ kind: 'restore', row }),
      }}
      label="RVs"
      list={rvs.list}
      actions={({ state, change }) => (
        <Switch
          label="Show inactive"
          checked={state.filters.inactive?.text === SHOWN}
          onChange={({ currentTarget: { checked } }) =>
            change.setFilter('inactive', checked ? { text: SHOWN, op: '' } : null)
          }
        />
      )}
      tools={(_list, { filters }) => (
        <>
          <SendToOwners filters={filters} />
          <Button
            variant="default"
            size="xs"
            leftSection={<ArrowRightLeft size={14} aria-hidden />}
            onClick={() => showTransfers(true)}
          >
            Transfers
          </Button>
          <Button component={Link} to={screens.vin_patterns.path} variant="default" size="xs">
            {screenOf('vin_patterns').title}
          </Button>
        </>
      )}
      input={ACTIVE}
      columns={[
        rowNumber(),
        { ...text('serial_no', { minWidth: 164 }), cell: (rv) => serialNumberOf(rv) ?? '-' },
        text('rv_type', { title: 'RV Type', minWidth: 196 }),
        text('year_name', { title: 'Year', minWidth: 118, flex: 0.5 }),
        text('model_name', { title: 'Model', minWidth: 110 }),
        { ...text('added_by', { title: 'Added By', minWidth: 150 }), cell: (rv) => rv.added_by ?? NO_OWNER },
        text('user_email', { title: 'Owner’s email', minWidth: 220, optional: true }),
        text('vin', { optional: true }),
        text('full_vin', { optional: true }),
        text('external_id', { optional: true }),
        inactive,
        {
          ...actions(nameOf, [
            editAction(open),
            deleteRestoreAction(open),
            viewAction(open),
            checkStatusAction(open),
            historyAction(open),
          ]),
          // Icons, and in words the one that comes next.
          width: 252,
        },
      ]}
    >
      {transfersShown && <TransfersDialog onClose={() => showTransfers(false)} />}
      {dialog?.kind === 'edit' && <RvForm rv={dialog.row} draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'view' && <RvDetails rv={dialog.row} onClose={close} />}
      {dialog?.kind === 'status' && <RvStatus serial={serialNumberOf(dialog.row) ?? ''} onClose={close} />}
      <DeleteRestoreDialog type="rvs" dialog={dialog} onClose={close} calls={rvs} />
      <RecordHistory type="rvs" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}

function RvDetails({ rv, onClose }: { rv: Rv; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="View RV Details" dialog={dialog}>
      <DescriptionList
        items={[
          ['Serial Number', serialNumberOf(rv)],
          ['VIN', rv.vin],
          ['RV Type', <RecordLink key="type" type="rv_types" to={rv.category} />],
          ['Year', <RecordLink key="year" type="years" to={rv.year} />],
          ['Model', <RecordLink key="model" type="models" to={rv.model} />],
          ['Added By', rv.user ? <RecordLink key="owner" type="users" to={rv.user} /> : NO_OWNER],
          ['Owner’s email', rv.user_email],
        ]}
      />
      <DialogFooter>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/**
 * Whether the address has this flag, as a link that opens something sets it; and a function that sets or removes it.
 */
function useFlagInAddress(name: string): [boolean, (isThere: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const set = (isThere: boolean) => {
    if (isThere) params.set(name, '')
    else params.delete(name)
    setParams(params, { replace: true })
  }
  return [params.has(name), set]
}
