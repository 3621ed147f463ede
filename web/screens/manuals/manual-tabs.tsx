import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

const words = { list: 'List', coverage: 'Coverage', problems: 'Problems' }
export type ManualTab = keyof typeof words
const isTab = (word: string | null): word is ManualTab => word !== null && Object.hasOwn(words, word)

/** Which tab of the manuals is shown, by the address. */
export function useManualTab(): ManualTab {
  const tab = useSearchParams()[0].get('tab')
  return isTab(tab) ? tab : 'list'
}

/** The tabs of the manuals; each has its own address. */
export function ManualTabs({ children }: { children: ReactNode }) {
  const tab = useManualTab()
  const setParams = useSearchParams()[1]
  return (
    <Tabs
      value={tab}
      // What the address says of the other tab goes with it.
      onChange={(chosen) => setParams(isTab(chosen) && chosen !== 'list' ? { tab: chosen } : {})}
      color="var(--focus-color)"
    >
      <Tabs.List mb="md">
        {Object.entries(words).map(([name, word]) => (
          <Tabs.Tab key={name} value={name}>
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.keys(words).map((name) => (
        <Tabs.Panel key={name} value={name}>
          {name === tab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
