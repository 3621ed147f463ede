import { List, ScrollArea } from '@mantine/core'
import type { UndoObstacle } from '#contract/changes.ts'
import { formatCount } from '#web/ui/format.ts'

type UndoObstaclesProps = {
  obstacles: UndoObstacle[]
  /** How many there are: more than are named. */
  count: number
}

/** Names the records that cannot be undone, each with the reason. */
export const UndoObstacles = ({ obstacles, count }: UndoObstaclesProps) => (
  // More than a few scroll, so the keyboard must reach them.
  <ScrollArea.Autosize mah={200} type="auto" viewportProps={{ tabIndex: 0 }}>
    <List size="sm" aria-label="Cannot be undone">
      {obstacles.map(({ record_type, record_id, title, reason }) => (
        <List.Item key={`${record_type} ${record_id}`} style={{ overflowWrap: 'anywhere' }}>
          <b>{title}</b>: {reason}
        </List.Item>
      ))}
      {count > obstacles.length && <List.Item>and {formatCount(count - obstacles.length, 'other')}</List.Item>}
    </List>
  </ScrollArea.Autosize>
)
