import { Kbd, Menu, Text } from '@mantine/core'
import { type Action, RED, rendered } from './action.ts'

const KEYS = { e: 'E', Delete: 'Del', Enter: 'Enter' }

/** An action as an entry of a menu. One that can do nothing says why and can still be reached. */
export function ActionEntry({ action }: { action: Action }) {
  const { tip, act, icon, color, shortcut, disabled, onClick } = rendered(action)
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={
        shortcut && (
          <Kbd size="xs" visibleFrom="sm">
            {KEYS[shortcut]}
          </Kbd>
        )
      }
      aria-keyshortcuts={shortcut}
      aria-disabled={disabled || undefined}
      closeMenuOnClick={!disabled}
      {...(color === 'red' && { c: RED })}
      {...(disabled && { c: 'dimmed' })}
      onClick={onClick}
    >
      <span>{disabled ? act : tip}</span>
      {disabled && (
        <Text size="xs" c="dimmed" maw={240}>
          {tip}
        </Text>
      )}
    </Menu.Item>
  )
}
