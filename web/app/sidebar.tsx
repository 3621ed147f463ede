import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { type MenuEntry, type MenuGroup, menu } from './menu.ts'
import classes from './sidebar.module.css'

type SidebarProps = {
  /** Shows icons only, with labels as tooltips. */
  collapsed: boolean
  onNavigate?: () => void
}

/** The main menu. */
export function Sidebar({ collapsed, onNavigate }: SidebarProps) {
  return (
    <nav aria-label="Main" className={classes.nav} data-collapsed={collapsed || undefined}>
      <ul className={classes.list}>
        {menu.map((item) => (
          <li key={item.label}>
            {'path' in item ? (
              <Entry entry={item} collapsed={collapsed} onNavigate={onNavigate} />
            ) : collapsed ? (
              <FlyoutGroup group={item} />
            ) : (
              <CollapsibleGroup group={item} onNavigate={onNavigate} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type EntryProps = { entry: MenuEntry; collapsed?: boolean; onNavigate: (() => void) | undefined }

function Entry({ entry: { label, icon: Icon, path }, collapsed = false, onNavigate }: EntryProps) {
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <NavLink
        to={path}
        className={classes.entry ?? ''}
        aria-label={collapsed ? label : undefined}
        onClick={onNavigate}
      >
        <Icon size={18} aria-hidden />
        {!collapsed && <span>{label}</span>}
      </NavLink>
    </Tooltip>
  )
}

function useIsInside({ entries }: MenuGroup) {
  const { pathname } = useLocation()
  return entries.some(({ path }) => path === pathname)
}

function CollapsibleGroup({ group, onNavigate }: { group: MenuGroup; onNavigate: (() => void) | undefined }) {
  const { label, icon: Icon, entries } = group
  const inside = useIsInside(group)
  const [toggled, setToggled] = useState<{ open: boolean; inside: boolean } | null>(null)
  // A navigation into or out of the group overrides what the user toggled.
  const open = toggled && toggled.inside === inside ? toggled.open : inside
  const listId = useId()
  return (
    <>
      <UnstyledButton
        className={classes.entry ?? ''}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setToggled({ open: !open, inside })}
      >
        <Icon size={18} aria-hidden />
        <span>{label}</span>
        <ChevronDown size={16} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <ul id={listId} className={classes.sublist} hidden={!open}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Entry entry={entry} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FlyoutGroup({ group }: { group: MenuGroup }) {
  const { label, icon: Icon, entries } = group
  const inside = useIsInside(group)
  const { pathname } = useLocation()
  return (
    <Menu position="right-start" withinPortal={false} floatingStrategy="fixed" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={label} position="right">
          <UnstyledButton className={classes.entry ?? ''} aria-label={label} data-inside={inside || undefined}>
            <Icon size={18} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {entries.map(({ path, label, icon: EntryIcon }) => (
          <Menu.Item
            key={path}
            component={Link}
            to={path}
            aria-current={path === pathname ? 'page' : undefined}
            leftSection={<EntryIcon size={16} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
