import { Button, type ButtonProps, Tooltip } from '@mantine/core'

type RefusingButtonProps = Omit<ButtonProps, 'disabled'> & {
  'aria-label'?: string
  'aria-keyshortcuts'?: string | undefined
  /** Why it does nothing now; undefined while it does. */
  reason: string | undefined
  onClick: () => void
}

/** A button that, while it is disabled, says by pointer, finger and key why. */
export const RefusingButton = ({ reason, onClick, ...props }: RefusingButtonProps) => (
  <Tooltip label={reason} disabled={!reason} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
    <Button
      variant="default"
      {...props}
      data-disabled={reason !== undefined || undefined}
      aria-disabled={reason !== undefined || undefined}
      aria-description={reason}
      onClick={() => reason === undefined && onClick()}
    />
  </Tooltip>
)
