import { Anchor, Button, Tabs } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { unitStatuses, unitStatusWords } from '#contract/campaign-units.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { listPaths } from '#contract/paths.ts'
import { Part } from '#web/records/page/part.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { AddVehiclesDialog } from './add-vehicles-dialog.tsx'
import { DoubtsPart } from './doubts-part.tsx'
import { NoticesPart } from './notices-part.tsx'
import { ReportsPart } from './reports-part.tsx'

const tabs = {
  vehicles: { word: 'Vehicles', Part: VehiclesPart },
  doubts: { word: 'Doubts', Part: DoubtsPart },
  notices: { word: 'Notices', Part: NoticesPart },
  reports: { word: 'Reports', Part: ReportsPart },
}
type Tab = keyof typeof tabs
const isTab = (word: string | null): word is Tab => word !== null && Object.hasOwn(tabs, word)

/** What is done about a campaign, in tabs that each have an address. */
export function CampaignTabs({ campaign }: { campaign: Campaign }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab = isTab(asked) ? asked : 'vehicles'
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => setParams(isTab(chosen) && chosen !== 'vehicles' ? { tab: chosen } : {})}
      keepMounted={false}
      color="var(--focus-color)"
    >
      <Tabs.List mb="md">
        {Object.entries(tabs).map(([name, { word }]) => (
          <Tabs.Tab key={name} value={name} px="sm">
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(tabs).map(([name, { Part }]) => (
        <Tabs.Panel key={name} value={name}>
          <Part campaign={campaign} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** How the vehicles of a campaign stand, the way to each of them, and more. */
function VehiclesPart({ campaign }: { campaign: Campaign }) {
  const { counts, _id, is_deleted } = campaign
  const [isAdding, setAdding] = useState(false)
  const to = (more: object) => `${listPaths.campaign_units}?${new URLSearchParams({ campaign_id: _id, ...more })}`
  return (
    <Part title="Vehicles" count={counts.units}>
      <DescriptionList
        items={unitStatuses.map((status) => [
          unitStatusWords[status],
          <Anchor key={status} component={Link} to={to({ status })} size="sm">
            {formatNumber(counts[status])}
          </Anchor>,
        ])}
      />
      {!is_deleted && (
        <Button mt="md" size="sm" onClick={() => setAdding(true)}>
          Add vehicles
        </Button>
      )}
      {isAdding && <AddVehiclesDialog campaign={campaign} onClose={() => setAdding(false)} />}
    </Part>
  )
}
