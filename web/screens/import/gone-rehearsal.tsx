import { Button, Group } from '@mantine/core'
import { REHEARSAL_HOURS } from '#contract/imports.ts'
import { Card } from '#web/ui/page/card.tsx'

type GoneRehearsalProps = {
  problem?: string | null | undefined
  onChoose: () => void
  /** Checks the rows once more, where they were all read. */
  onCheck?: (() => void) | undefined
}

const titleOf = ({ problem, onCheck }: GoneRehearsalProps) => {
  if (onCheck) return 'The rows were not checked to the end'
  return problem ? 'The file was not read to its end' : 'This rehearsal is gone'
}

/** Says that there is no such rehearsal, or why it was not finished. */
export const GoneRehearsal = ({ problem, onChoose, onCheck }: GoneRehearsalProps) => (
  <Card
    title={titleOf({ problem, onChoose, onCheck })}
    text={
      problem ??
      `A rehearsal is kept for ${REHEARSAL_HOURS} hours, and only whoever made it can open it. Nothing was imported. Please choose the file again.`
    }
  >
    <Group mt="md">
      {onCheck && <Button onClick={onCheck}>Check again</Button>}
      <Button variant={onCheck ? 'default' : 'filled'} onClick={onChoose}>
        Choose a file
      </Button>
    </Group>
  </Card>
)
