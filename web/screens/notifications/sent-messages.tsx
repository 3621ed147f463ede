import { Title } from '@mantine/core'
import { Eye, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Notification, notifications } from '#contract/notifications.ts'
import { listPaths } from '#contract/paths.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { GridOfList } from '#web/records/list/list-grid.tsx'
import { actions, historyAction } from '#web/records/list/rows/row-actions.tsx'
import { useList } from '#web/records/list/state/use-list.ts'
import { useViews } from '#web/records/list/views/use-views.tsx'
import { useBackToRow } from '#web/records/record/way-back.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { BeforeItGoes, canEdit, canRecall, type OpenMessage } from './before-it-goes.tsx'
import { isInProgress } from './delivery.tsx'
import { sentColumns } from './sent-columns.tsx'
import { usePolling } from './use-delivery-status.ts'

/** In pixels: two lines of badges. */
const ROW_HEIGHT = 64
const TITLE = 'Sent notifications'

/** The list of sent messages, newest first. */
export function SentMessages({ onOpen }: { onOpen: (id: string) => void }) {
  const [history, setHistory] = useState<{ kind: 'history'; row: Notification } | null>(null)
  const [open, setOpen] = useState<OpenMessage>()
  const columns: Column<Notification>[] = [
    ...sentColumns,
    actions(
      (notification) => fullNameOf('notifications', notification),
      [
        {
          of: (row, name) => ({
            label: `Recipients of ${name}`,
            tip: 'Recipients',
            needsServer: true,
            icon: <Eye size={16} aria-hidden />,
            onClick: () => onOpen(row._id),
          }),
        },
        {
          of: (row, name) =>
            canEdit(row) && {
              label: `Edit ${name}`,
              tip: 'Edit',
              needsServer: true,
              icon: <Pencil size={16} aria-hidden />,
              onClick: () => setOpen({ kind: 'edit', row }),
            },
        },
        {
          of: (row, name) =>
            canRecall(row) && {
              label: `Recall ${name}`,
              tip: 'Recall',
              needsServer: true,
              icon: <Undo2 size={16} aria-hidden />,
              onClick: () => setOpen({ kind: 'recall', row }),
            },
        },
        historyAction(setHistory),
      ],
    ),
  ]
  const list = useList({ list: notifications.list, columns, name: 'notifications' })
  useBackToRow('notifications', list.page?.data)
  usePolling(list.page?.data.some(isInProgress) ?? false, () => void list.refetch())
  const tabs = useViews({
    name: 'notifications',
    listed: list,
    columns,
    bareSearch: '?view=sent',
  })
  return (
    <>
      <Title order={2} mb="sm">
        {TITLE}
      </Title>
      <GridOfList
        list={list}
        tabs={tabs}
        prints
        label={TITLE}
        purpose="The messages that were sent, and how each was delivered."
        rowHeight={ROW_HEIGHT}
        rowPath={listPaths['notifications']}
      />
      <BeforeItGoes open={open} onClose={() => setOpen(undefined)} />
      <RecordHistory type="notifications" dialog={history} onClose={() => setHistory(null)} />
    </>
  )
}
