import { reasons } from '#contract/campaign-report.ts'
import {
  type CampaignUnit,
  campaignUnits,
  languageWords,
  letterLanguages,
  reasonWords,
  unitStatuses,
  unitStatusWords,
} from '#contract/campaign-units.ts'
import { recordPathOf } from '#contract/paths.ts'
import { detail, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { formatDate } from '#web/ui/format.ts'
import { UnitNoticesPart } from './notices-part.tsx'
import { UnitForm } from './unit-form.tsx'

const why = reasons.map((value) => ({ value, label: reasonWords[value] }))
const languages = letterLanguages.map((value) => ({ value, label: languageWords[value] }))
const options = unitStatuses.map((value) => ({ value, label: unitStatusWords[value] }))
const untoldWords = { no_owner: 'No owner known', possible: 'Perhaps', not_open: 'Not open' } satisfies Record<
  NonNullable<CampaignUnit['not_told']>,
  string
>

const matchWords = {
  vin: 'By its full VIN',
  confirmed: 'Confirmed',
  possible: 'Perhaps',
} satisfies Record<NonNullable<CampaignUnit['match']>, string>

export function CampaignUnitsScreen() {
  return (
    <RecordScreen
      type="campaign_units"
      calls={campaignUnits}
      columns={[
        rowNumber(),
        text('campaign', { title: 'Campaign', minWidth: 120 }),
        text('vin', { minWidth: 190 }),
        {
          ...text('status', { title: 'Status', flex: 0.6 }),
          filter: choiceFilter(options),
          cell: ({ status, is_deleted }: CampaignUnit) => (is_deleted ? 'Inactive' : unitStatusWords[status]),
        },
        { field: 'told', title: 'Owner Told', screenOnly: true, cell: toldOf },
        {
          field: 'done_on',
          title: 'Done On',
          sortable: true,
          filter: dateFilter,
          width: 132,
          cell: ({ done_on }: CampaignUnit) => (done_on ? formatDate(done_on) : '-'),
        },
        text('service', { title: 'Dealer', optional: true }),
        {
          ...text('reason', { optional: true }),
          filter: choiceFilter(why),
          cell: ({ reason }: CampaignUnit) => (reason ? reasonWords[reason] : ''),
        },
        detail('note', 'Note'),
        detail('owner_name', 'Owner Name'),
        detail('address', 'Address'),
        detail('city', 'City'),
        detail('state', 'State'),
        detail('zip', 'ZIP'),
        detail('country', 'Country'),
        {
          ...text('language', { optional: true }),
          filter: choiceFilter(languages),
          cell: ({ language }: CampaignUnit) => (language ? languageWords[language] : ''),
        },
        {
          field: 'user',
          title: 'Owner in the App',
          screenOnly: true,
          cell: ({ user }: CampaignUnit) => user?.name ?? '-',
        },
        {
          field: 'rv_id',
          title: 'RV in the App',
          screenOnly: true,
          optional: true,
          cell: ({ rv_id, user }: CampaignUnit) => (rv_id ? (user ? `RV of ${user.name}` : 'RV without an owner') : ''),
          link: ({ rv_id }: CampaignUnit) => (rv_id ? recordPathOf('rvs', rv_id) : undefined),
        },
        {
          field: 'match',
          title: 'Match',
          screenOnly: true,
          optional: true,
          cell: ({ match }: CampaignUnit) => (match ? matchWords[match] : ''),
        },
        {
          field: 'disputed',
          title: 'Disputed',
          screenOnly: true,
          optional: true,
          cell: ({ disputed }: CampaignUnit) => (disputed ? 'Yes' : 'No'),
        },
      ]}
      page={{ more: (unit) => <UnitNoticesPart unit={unit} /> }}
      form={({ record, ...form }) => <UnitForm unit={record} {...form} />}
    />
  )
}

const toldOf = ({ told_at, not_told }: CampaignUnit) =>
  told_at ? formatDate(told_at.slice(0, 10)) : not_told ? untoldWords[not_told] : 'Soon'
