import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'

/** The button that opens the dialog for a new record. */
export function NewButton({ label = 'New', onClick }: { label?: string | undefined; onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
