import type { ButtonProps } from '@mantine/core'
import { RefusingButton } from '#web/ui/refusing-button.tsx'

type RemoveFactorButtonProps = Pick<ButtonProps, 'size'> & {
  'aria-label'?: string
  /** Whether nothing would be left, where one is needed. */
  isLast: boolean
  onClick: () => void
}

/** Removes a second factor; where it is the last one, it says why it stays. */
export const RemoveFactorButton = ({ isLast, ...props }: RemoveFactorButtonProps) => (
  <RefusingButton
    {...props}
    reason={isLast ? 'Everyone here must use a second factor. Set up another one first.' : undefined}
  >
    Remove
  </RefusingButton>
)
