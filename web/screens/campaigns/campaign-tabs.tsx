import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import type { Campaign } from '#contract/campaigns.ts'
import { DoubtsPart } from './doubts-part.tsx'
import { NoticesPart } from './notices-part.tsx'
import { ReportsPart } from './reports-part.tsx'
import { VehiclesPart } from './vehicles-part.tsx'

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
