import { Button, Group } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { formatNumber } from '#web/ui/format.ts'

/** Says that rows came or moved, and shows them when it is clicked. */
export function WaitingRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Group component="output" justify="center" py={4}>
      <Button
        variant="light"
        size="compact-sm"
        radius="xl"
        leftSection={<RefreshCw size={14} aria-hidden />}
        onClick={onShow}
      >
        {count > 0 ? `${formatNumber(count)} new` : 'Show changes'}
      </Button>
    </Group>
  )
}
