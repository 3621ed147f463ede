import { Kbd, Menu, Text } from '@mantine/core'
import { createContext, type ReactNode } from 'react'

/** How actions are shown: as icons in a cell, as buttons with words on the page of a record, or as entries of a menu. */
export const ActionsShownAs = createContext<'icons' | 'words' | 'entries'>('icons')

const KEYS = { e: 'E', Delete: 'Del', Enter: 'Enter' }

type ActionEntryProps = {
  label: string
  tip: string
  icon: ReactNode
  color: 'red' | 'green' | undefined
  shortcut: keyof typeof KEYS | undefined
  disabled: boolean
  onClick: () => void
}

/** An action as an entry of a menu. One that can do nothing says why and can still be reached. */
export const ActionEntry = ({ label, tip, icon, color, shortcut, disabled, onClick }: ActionEntryProps) => (
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
    {...(color === 'red' && { c: 'light-dark(var(--mantine-color-red-light-color), var(--mantine-color-red-4))' })}
    {...(disabled && { c: 'dimmed' })}
    onClick={onClick}
  >
    <span>{disabled ? label : tip}</span>
    {disabled && (
      <Text size="xs" c="dimmed" maw={240}>
        {tip}
      </Text>
    )}
  </Menu.Item>
)
