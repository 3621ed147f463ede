import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'

/** The button below a list that opens the dialog for a new record, where the head of the page has none. */
export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)
