import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { changes, type DescribedChange } from '#contract/changes.ts'
import { query } from '#web/api/query.ts'
import { screens } from '#web/navigation/screens.ts'
import { ChangeState } from '#web/records/change/change-state.tsx'
import { ChangeDetails } from '#web/records/change/history/change-details.tsx'
import { StopButton } from '#web/records/change/stop-button.tsx'
import { UndoButton } from '#web/records/change/undo/undo-button.tsx'
import { useUndoRequest } from '#web/records/change/undo/undo-requests.ts'
import { When } from '#web/records/change/when.tsx'
import { GridLoading, GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatDayName } from '#web/ui/format.ts'
import { ChangeSentence } from './change-sentence.tsx'
import { FoldLink } from './fold-link.tsx'

const SHOWN = 20

/** The drawer with the latest changes of everybody. */
export function RecentChanges({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  const [opened, setOpened] = useState<string>()
  const isAskedToUndo = useUndoRequest() !== null
  const { data, error, isFetching, refetch } = useQuery(query(changes.list, { page: 1, per_page: SHOWN }))

  return (
    <Dialog title="Recent changes" dialog={dialog} frame="panel" locked={opened !== undefined || isAskedToUndo}>
      {data ? (
        data.data.length === 0 ? (
          <GridMessage text="No changes yet." />
        ) : (
          [...Map.groupBy(data.data, ({ at }) => formatDayName(at))].map(([day, some]) => (
            <section key={day} aria-label={day}>
              <Title order={3} size="h6" mt="md">
                {day}
              </Title>
              <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
                {some.map((change) => (
                  <Item key={change._id} change={change} onOpen={() => setOpened(change._id)} onLeave={dialog.close} />
                ))}
              </Stack>
            </section>
          ))
        )
      ) : error && !isFetching ? (
        <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />
      ) : (
        <Group justify="center" p="xl">
          <GridLoading />
        </Group>
      )}
      <Button
        component={Link}
        to={screens.recentChanges.path}
        onClick={dialog.close}
        variant="default"
        fullWidth
        mt="md"
      >
        All changes
      </Button>
      {opened !== undefined && <ChangeDetails changeId={opened} onClose={() => setOpened(undefined)} />}
    </Dialog>
  )
}

type ItemProps = { change: DescribedChange; onOpen: () => void; onLeave: () => void }

const Item = ({ change, onOpen, onLeave }: ItemProps) => (
  <Group
    component="li"
    wrap="nowrap"
    align="flex-start"
    justify="space-between"
    gap="sm"
    py="xs"
    style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
  >
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Anchor component="button" type="button" ta="left" fw={500} onClick={onOpen}>
        <ChangeSentence change={change} />
      </Anchor>{' '}
      <FoldLink change={change} onClick={onLeave} />
      <Text size="xs" c="dimmed">
        <When at={change.at} />
      </Text>
      <ChangeState change={change} />
    </div>
    <StopButton change={change} />
    <UndoButton change={change} />
  </Group>
)
