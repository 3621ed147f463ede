import { Button } from '@mantine/core'
import { REHEARSAL_HOURS } from '#contract/imports.ts'
import { Card } from '#web/ui/page/card.tsx'

type GoneRehearsalProps = { problem?: string | null | undefined; onChoose: () => void }

/** Says that there is no such rehearsal, or why it was not finished. */
export const GoneRehearsal = ({ problem, onChoose }: GoneRehearsalProps) => (
  <Card
    title={problem ? 'The file was not read to its end' : 'This rehearsal is gone'}
    text={
      problem ??
      `A rehearsal is kept for ${REHEARSAL_HOURS} hours, and only whoever made it can open it. Nothing was imported. Please choose the file again.`
    }
  >
    <Button mt="md" onClick={onChoose}>
      Choose a file
    </Button>
  </Card>
)
