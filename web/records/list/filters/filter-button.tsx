import { Button, type ButtonProps, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type FilterButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    icon: LucideIcon
    /** The accessible name: 'Filter Type: All'. */
    label: string
    /** What the filter is set to, as it fits the cell. */
    text: string
  }

/** The button in place of a filter that opens a form; the target of its Popover. */
export const FilterButton = ({ icon: Icon, label, text, ...target }: FilterButtonProps) => (
  <Button
    {...target}
    variant="default"
    size="xs"
    fullWidth
    justify="flex-start"
    px={8}
    bd="1px solid var(--field-border)"
    // The cell clips an outline outside the button.
    style={{ outlineOffset: -2 }}
    leftSection={<Icon size={13} aria-hidden />}
    aria-label={label}
  >
    <Text span size="xs" truncate>
      {text}
    </Text>
  </Button>
)
