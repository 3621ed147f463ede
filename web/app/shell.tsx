import { ActionIcon, Burger, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { History, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router'
import { whenOnline } from '#web/forms/when-online.ts'
import { screens } from '#web/navigation/screens.ts'
import { UndoHost } from '#web/records/change/undo/undo-host.tsx'
import { ProofHost } from '#web/sign-in/proof-host.tsx'
import { Brand } from '#web/ui/page/brand.tsx'
import { ColorSchemeSwitch } from '#web/ui/theme/color-scheme-switch.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { SearchHost } from './search/search-host.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { UnsavedDrafts } from './unsaved-drafts.tsx'
import { useToken } from './use-token.ts'
import { UserMenu } from './user-menu.tsx'
import { VersionNotice } from './version-notice.tsx'

/**
 * The layout for signed-in users: header, sidebar (a drawer on phones) and the page. `ready` says that the
 * administrator is known; until then it cannot be used. It is not rendered again when the page changes.
 */
export const Shell = memo(function Shell({ ready }: { ready: boolean }) {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [drawerOpen, drawer] = useDisclosure(false)
  const token = useToken()
  const main = useRef<HTMLElement>(null)

  return (
    <>
      {/* Above, as it would take the row of the header. */}
      <VersionNotice />
      <div className={classes.shell}>
        <ChangeBar />
        {ready && token && <LiveUpdates key={token} />}
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <header className={classes.header}>
          <Burger
            className={classes.burger ?? ''}
            size="sm"
            opened={drawerOpen}
            onClick={drawer.toggle}
            aria-label="Menu"
            aria-expanded={drawerOpen}
          />
          <CollapseButton collapsed={collapsed} onClick={() => setCollapsed(!collapsed)} />
          <Link to={screens.dashboard.path} className={classes.brand}>
            <Brand />
          </Link>
          <UnsavedDrafts />
          <SearchHost ready={ready} />
          <RecentChangesButton />
          <ColorSchemeSwitch />
          <UserMenu />
        </header>
        <aside aria-label="Sidebar" className={classes.sidebar} data-collapsed={collapsed || undefined}>
          <Sidebar collapsed={collapsed} />
        </aside>
        <Drawer
          opened={drawerOpen}
          onClose={drawer.close}
          title={<Brand />}
          size={290}
          classNames={{
            content: classes.drawer ?? '',
            header: classes.drawerHeader ?? '',
            body: classes.drawerBody ?? '',
            close: classes.drawerClose ?? '',
          }}
          closeButtonProps={{ 'aria-label': 'Close menu' }}
          hiddenFrom="sm"
        >
          <Sidebar collapsed={false} onNavigate={drawer.close} />
        </Drawer>
        <main id="content" tabIndex={-1} ref={main} className={classes.main}>
          <Outlet />
        </main>
        <HeadingFocus main={main} ready={ready} />
        <LeaveGuard />
        <UndoHost />
        <ProofHost />
      </div>
    </>
  )
})

/** A thin bar that shows when a change of screen takes longer than a blink. */
function ChangeBar() {
  const changing = useNavigation().state !== 'idle'
  return <div className={classes.changeBar} data-changing={changing || undefined} />
}

function CollapseButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const label = collapsed ? 'Expand sidebar' : 'Collapse sidebar'
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <Tooltip label={<span>{label}</span>} position="bottom-start">
      <ActionIcon
        className={classes.collapse ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/**
 * Gives the focus to the heading after a navigation, so that screen readers announce it as after a page load. `ready`
 * says that the page can be used.
 */
function HeadingFocus({ main, ready }: { main: RefObject<HTMLElement | null>; ready: boolean }) {
  const { pathname } = useLocation()
  // 'POP' means that the page was loaded, not navigated to.
  const last = useRef(useNavigationType() === 'POP' ? pathname : null)
  useEffect(() => {
    if (!ready || last.current === pathname) return
    last.current = pathname
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current
    heading?.focus({ preventScroll: true })
  }, [pathname, main, ready])
  return null
}

// A separate chunk, loaded when it is opened for the first time.
const RecentChanges = lazy(() =>
  import('#web/records/change/sentence/recent-changes.tsx').then((module) => ({ default: module.RecentChanges })),
)

/** The clock in the header: opens the latest changes. */
function RecentChangesButton() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Tooltip label="Recent changes">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Recent changes"
          aria-haspopup="dialog"
          onClick={() => whenOnline(() => setOpened(true))}
        >
          <History size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <Suspense fallback={null}>
          <RecentChanges onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
