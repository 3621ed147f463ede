import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { ChevronDown } from 'lucide-react'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { isShown, type MenuEntry, type MenuGroup, menu, menuBelow } from './menu.ts'
import classes from './sidebar.module.css'

type SidebarProps = {
  /** Shows icons only, with labels as tooltips. */
  collapsed: boolean
  onNavigate?: () => void
}

/** The main menu. */
export function Sidebar({ collapsed, onNavigate }: SidebarProps) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    if (pathname) current?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label="Main" className={classes.nav} data-collapsed={collapsed || undefined}>
      {[menu, menuBelow].map((items) => (
        <ul key={items[0]?.label} className={items === menu ? classes.list : classes.below}>
          {items.filter(isShown).map((item) => (
            <li key={item.label}>
              {'path' in item ? (
                <Entry entry={item} current={isAt(item, pathname)} collapsed={collapsed} onNavigate={onNavigate} />
              ) : collapsed ? (
                <FlyoutGroup group={item} pathname={pathname} />
              ) : (
                <CollapsibleGroup group={item} pathname={pathname} onNavigate={onNavigate} />
              )}
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

type EntryProps = {
  entry: MenuEntry
  /** Whether its page is the one that is open. */
  current: boolean
  collapsed?: boolean
  onNavigate: (() => void) | undefined
}

/** Not a NavLink, which is rendered again for each step of a navigation; a tooltip costs as much as ten links. */
const Entry = memo(function Entry({ entry, current, collapsed = false, onNavigate }: EntryProps) {
  const { label, icon: Icon, path } = entry
  const link = (
    <Link
      to={path}
      className={classes.entry ?? ''}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? label : undefined}
      onClick={onNavigate}
    >
      <Icon size={18} aria-hidden />
      {!collapsed && <span>{label}</span>}
    </Link>
  )
  if (!collapsed) return link
  return (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  )
})

// As the router matches: a slash at the end, or capitals, make no difference. Also on the page of one of the records
// that it lists.
const isAt = ({ path }: MenuEntry, pathname: string) => matchPath(`${path}/:id?`, pathname) !== null
const isInside = ({ entries }: MenuGroup, pathname: string) => entries.some((entry) => isAt(entry, pathname))

type GroupProps = { group: MenuGroup; pathname: string }

function CollapsibleGroup({ group, pathname, onNavigate }: GroupProps & { onNavigate: (() => void) | undefined }) {
  const { label, icon: Icon, entries } = group
  const inside = isInside(group, pathname)
  const [left, setLeft] = useLocalStorage({
    key: `menu-open ${label}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // The group with the current entry opens, however it was left, until someone closes it.
  const [closedInside, setClosedInside] = useState(false)
  if (!inside && closedInside) setClosedInside(false)
  const open = inside ? !closedInside : left
  const listId = useId()
  return (
    <>
      <UnstyledButton
        className={classes.entry ?? ''}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => {
          setLeft(!open)
          setClosedInside(inside && open)
        }}
      >
        <Icon size={18} aria-hidden />
        <span>{label}</span>
        <ChevronDown size={16} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <ul id={listId} className={classes.sublist} hidden={!open}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Entry entry={entry} current={isAt(entry, pathname)} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FlyoutGroup({ group, pathname }: GroupProps) {
  const { label, icon: Icon, entries } = group
  const inside = isInside(group, pathname)
  return (
    <Menu position="right-start" withinPortal={false} floatingStrategy="fixed">
      <Menu.Target>
        <Tooltip label={label} position="right">
          <UnstyledButton className={classes.entry ?? ''} aria-label={label} data-inside={inside || undefined}>
            <Icon size={18} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.path}
            component={Link}
            to={entry.path}
            aria-current={isAt(entry, pathname) ? 'page' : undefined}
            leftSection={<entry.icon size={16} aria-hidden />}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
