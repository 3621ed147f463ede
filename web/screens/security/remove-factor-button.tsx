import { Button, type ButtonProps, Tooltip } from '@mantine/core'

/** Why the last second factor cannot be removed. */
const ONE_IS_NEEDED = 'Everybody here needs a second factor. Set up another one first.'

type RemoveFactorButtonProps = Pick<ButtonProps, 'size'> & {
  'aria-label'?: string
  /** Whether nothing would be left, where one is needed. */
  isLast: boolean
  onClick: () => void
}

/** Removes a second factor; where it is the last one, it says by pointer, finger and key why it stays. */
export const RemoveFactorButton = ({ isLast, onClick, ...props }: RemoveFactorButtonProps) => (
  <Tooltip
    label={ONE_IS_NEEDED}
    disabled={!isLast}
    events={{ hover: true, focus: true, touch: true }}
    multiline
    maw={280}
  >
    <Button
      {...props}
      variant="default"
      data-disabled={isLast || undefined}
      aria-disabled={isLast || undefined}
      aria-description={isLast ? ONE_IS_NEEDED : undefined}
      onClick={() => isLast || onClick()}
    >
      Remove
    </Button>
  </Tooltip>
)
