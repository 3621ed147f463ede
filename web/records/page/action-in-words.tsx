import { Button } from '@mantine/core'
import { type Action, RED, rendered } from '#web/records/list/rows/action.ts'
import { RefusingButton } from '#web/ui/refusing-button.tsx'

/** An action as a button in words, filled where it is the one that comes next. */
export function ActionInWords({ action }: { action: Action }) {
  const { label, tip, word, act, icon, color, shortcut, disabled, isOnPage, onClick } = rendered(action)
  if (isOnPage) return null
  const button = {
    size: 'xs',
    'aria-label': label,
    'aria-keyshortcuts': shortcut,
    leftSection: icon,
    ...(color === 'red' && { c: RED }),
    onClick,
  }
  // A tooltip costs as much as ten buttons: only what refuses has one.
  return disabled ? (
    <RefusingButton {...button} reason={tip}>
      {act}
    </RefusingButton>
  ) : (
    <Button variant={word ? 'filled' : 'default'} {...button}>
      {tip}
    </Button>
  )
}
