import { ActionIcon, Tooltip } from '@mantine/core'
import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { whenOnline } from '#web/forms/when-online.ts'

// A separate chunk, loaded when it is opened for the first time.
const RecentChanges = lazy(() =>
  import('#web/records/change/sentence/recent-changes.tsx').then((module) => ({ default: module.RecentChanges })),
)

/** The clock in the header: opens the latest changes. */
export function RecentChangesButton() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Tooltip label="Recent changes">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Recent changes"
          aria-haspopup="dialog"
          onClick={() => whenOnline(() => setOpened(true))}
        >
          <History size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <Suspense fallback={null}>
          <RecentChanges onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
