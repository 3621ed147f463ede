import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'

const schemes = [
  { scheme: 'light', label: 'Light', icon: Sun },
  { scheme: 'dark', label: 'Dark', icon: Moon },
  { scheme: 'auto', label: 'System', icon: Monitor },
] as const

/** The menu for the colour scheme: light, dark or that of the system. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = schemes.find(({ scheme }) => scheme === colorScheme)?.icon ?? Monitor
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Tooltip label="Theme">
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Theme">
            <Current size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map(({ scheme, label, icon: Icon }) => (
            <Menu.RadioItem closeMenuOnClick key={scheme} value={scheme} rightSection={<Icon size={16} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
