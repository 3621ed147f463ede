import { BellRing, CircleCheckBig, Megaphone, PencilLine } from 'lucide-react'
import {
  advices,
  adviceWords,
  type Campaign,
  type campaignStates,
  campaigns,
  campaignTypes,
  campaignTypeWords,
  regulatorWords,
} from '#contract/campaigns.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import {
  type Column,
  detail,
  moment,
  rowNumber,
  StatusBadge,
  status,
  text,
} from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
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
import { formatDate } from '#web/ui/format.ts'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignTabs } from './campaign-tabs.tsx'
import { type Round, RoundDialog } from './round-dialog.tsx'

const advice = advices.map((value) => ({ value, label: adviceWords[value] }))
const types = campaignTypes.map((value) => ({ value, label: campaignTypeWords[value] }))
const stateLooks = {
  draft: { label: 'Draft', icon: PencilLine },
  open: { label: 'Open', icon: Megaphone },
  closed: { label: 'Closed', icon: CircleCheckBig },
} satisfies Record<(typeof campaignStates)[number], object>
/** How a campaign stands, in one word. */
const CampaignState = ({ campaign: { state, is_deleted } }: { campaign: Campaign }) =>
  is_deleted ? <StatusBadge active={false} /> : <StatusBadge active={state === 'open'} {...stateLooks[state]} />

const nameOf = (campaign: Campaign) => fullNameOf('campaigns', campaign)

type Open = (request: { kind: Round; row: Campaign }) => void

const roundAction = (
  open: Open,
  kind: Round,
  label: string,
  Icon: typeof Megaphone,
  state: Campaign['state'],
): RowAction<Campaign> => ({
  of: (row, name) =>
    row.state === state &&
    !row.is_deleted && {
      label: `${label} ${name}`,
      tip: label,
      needsServer: true,
      icon: <Icon size={16} aria-hidden />,
      onClick: () => open({ kind, row }),
    },
})

export function CampaignsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Campaign, Round>('campaigns', campaigns)
  return (
    <ListScreen
      name="campaigns"
      selectable={nameOf}
      page={{
        named: 'number',
        onRestore: (row) => open({ kind: 'restore', row }),
        lead: (row) => <CampaignTabs campaign={row} />,
      }}
      list={campaigns.list}
      onNew={() => open({ kind: 'new' })}
      columns={[
        rowNumber(),
        text('number', { minWidth: 120 }),
        text('title', { minWidth: 200 }),
        {
          ...text('type', { flex: 0.6 }),
          filter: choiceFilter(types),
          cell: ({ type }: Campaign) => campaignTypeWords[type],
        },
        { field: 'counts', screenOnly: true, title: 'Done', cell: doneOf },
        { field: 'not_told', screenOnly: true, title: 'Not Told', cell: ({ counts }: Campaign) => counts.not_told },
        {
          field: 'not_mailed',
          screenOnly: true,
          title: 'Not Mailed',
          cell: ({ counts }: Campaign) => counts.not_mailed,
        },
        { ...status(), cell: (row: Campaign) => <CampaignState campaign={row} /> },
        dayColumn('decided_on', 'Decided On'),
        dayColumn('remedy_from', 'Remedy From'),
        moment('opened_at', 'Opened'),
        moment('closed_at', 'Closed'),
        {
          ...text('advice', { optional: true }),
          filter: choiceFilter(advice),
          cell: (row: Campaign) => adviceWords[row.advice],
        },
        detail('regulator_number', 'Regulator Number'),
        {
          field: 'regulators',
          title: 'Regulators',
          optional: true,
          cell: (row: Campaign) => row.regulators.map((one) => regulatorWords[one]).join(', '),
        },
        detail('phone', 'Phone'),
        detail('defect', 'Defect'),
        detail('risk', 'Risk'),
        detail('remedy', 'Remedy'),
        detail('title_fr', 'Title (French)'),
        detail('defect_fr', 'Defect (French)'),
        detail('risk_fr', 'Risk (French)'),
        detail('remedy_fr', 'Remedy (French)'),
        actions(nameOf, [
          editAction(open),
          roundAction(open, 'open', 'Open', Megaphone, 'draft'),
          roundAction(open, 'remind', 'Remind', BellRing, 'open'),
          roundAction(open, 'close', 'Close', CircleCheckBig, 'open'),
          // Once opened, it is closed instead.
          {
            of: (row, name) =>
              (row.opened_at === null || row.is_deleted) && deleteRestoreAction<Campaign>(open).of(row, name),
          },
          historyAction(open),
        ]),
      ]}
    >
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <CampaignForm campaign={dialog.kind === 'edit' ? dialog.row : undefined} draft={dialog.draft} onClose={close} />
      )}
      {(dialog?.kind === 'open' || dialog?.kind === 'remind' || dialog?.kind === 'close') && (
        <RoundDialog round={dialog.kind} campaign={dialog.row} onClose={close} />
      )}
      <DeleteRestoreDialog type="campaigns" dialog={dialog} onClose={close} calls={campaigns} />
      <RecordHistory type="campaigns" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}

const dayColumn = (field: 'decided_on' | 'remedy_from', title: string): Column<Campaign> => ({
  field,
  title,
  sortable: true,
  filter: dateFilter,
  width: 132,
  optional: true,
  cell: (row) => (row[field] ? formatDate(row[field]) : ''),
})

function doneOf({ counts: { units, remedied, no_remedy_needed } }: Campaign) {
  return units ? `${remedied + no_remedy_needed} of ${units}` : '-'
}
