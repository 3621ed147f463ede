import { ActionIcon, Button, Text } from '@mantine/core'
import { Plus, Settings2, Star, Users } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState, View } from '#contract/views.ts'
import { EditedView } from './edited-view.tsx'
import classes from './view-tabs.module.css'

const ViewForm = lazy(() => import('./view-form.tsx').then((module) => ({ default: module.ViewForm })))

type ViewTabsProps = {
  list: RecordType
  views: View[]
  shown: View | undefined
  /** It is not known yet whether there are any. */
  isLoading: boolean
  /** Why they could not be read. */
  error: Error | null
  /** The list shows something other than its view. */
  edited: boolean
  /** What the list shows now. */
  state: SavedState
  /** The query string of a view, or of the list without one. */
  searchFor: (view: View | null) => string
  onShow: (view: View | null) => void
}

/**
 * The views above a list as links, and beside them what can be done with the one that is shown, or what saves another.
 */
export function ViewTabs({ list, views, shown, isLoading, error, edited, state, searchFor, onShow }: ViewTabsProps) {
  const [form, setForm] = useState<{ view?: View }>()
  const saving = form !== undefined
  /** The view that was saved; null where it was deleted. */
  const saved = useRef<string | null>(undefined)
  const row = useRef<HTMLDivElement>(null)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const [tabs, tab] = [nav.current, currentIn(nav.current)]
    if (tabs && tab) tabs.scrollTo?.({ left: tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2 })
  }, [shown?._id, views.length])
  // The button that opened the dialog is gone once the list shows what was saved there.
  useEffect(() => {
    if (saving || saved.current === undefined || saved.current !== (shown?._id ?? null)) return
    saved.current = undefined
    const next = currentIn(nav.current) ?? row.current?.querySelector('button')
    next?.focus()
  }, [saving, shown?._id])
  if (!views.length && isLoading) return <div className={classes.awaited} data-awaited />

  return (
    <div ref={row} className={classes.row}>
      {views.length > 0 && (
        <nav ref={nav} className={classes.tabs} aria-label="Views">
          {[null, ...views].map((view) => (
            <Link
              key={view?._id ?? ''}
              to={{ search: searchFor(view) }}
              className={classes.tab ?? ''}
              title={view ? marksOf(view).join(', ') : undefined}
              aria-label={view && edited && view._id === shown?._id ? `${view.name}, edited` : undefined}
              aria-current={view?._id === shown?._id ? 'page' : undefined}
              onClick={(event) => {
                if (isElsewhere(event)) return
                event.preventDefault()
                onShow(view)
              }}
            >
              <span>{view?.name ?? 'All'}</span>
              {view?.is_default && <Star size={12} aria-hidden />}
              {view?.is_shared && <Users size={12} aria-hidden />}
            </Link>
          ))}
        </nav>
      )}
      {shown && <SettingsButton view={shown} onClick={() => setForm({ view: shown })} />}
      {shown && edited ? (
        <EditedView
          key={shown._id}
          list={list}
          view={shown}
          state={state}
          onShow={(view) => {
            onShow(view)
            // The button is gone then, and with it the focus.
            currentIn(nav.current)?.focus()
          }}
          onSaveAs={() => setForm({})}
        />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.add ?? ''}
          leftSection={<Plus size={14} aria-hidden />}
          title="Save what the list shows as a view"
          onClick={() => setForm({})}
        >
          Save view
        </Button>
      )}
      {error && !views.length && (
        <Text size="xs" c="dimmed">
          The saved views could not be read. {error.message}
        </Text>
      )}
      {form && (
        <Suspense fallback={null}>
          <ViewForm
            list={list}
            state={state}
            view={form.view}
            onSaved={(view) => {
              onShow(view)
              saved.current = view._id
            }}
            onDeleted={() => {
              saved.current = null
            }}
            onClose={() => setForm(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What distinguishes a view, besides its name. */
function marksOf({ name, is_default, is_shared, is_mine, owner }: View) {
  const shared = is_mine ? 'shared' : `shared by ${owner.name}`
  return [name, ...(is_default ? ['opens at first'] : []), ...(is_shared ? [shared] : [])]
}

function SettingsButton({ view: { name, is_mine }, onClick }: { view: View; onClick: () => void }) {
  const label = is_mine ? `Edit view “${name}”` : `Settings of “${name}”`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.settings ?? ''}
      {...{ title: label, onClick }}
      aria-label={label}
    >
      <Settings2 size={16} aria-hidden />
    </ActionIcon>
  )
}

const currentIn = (tabs: HTMLElement | null) => tabs?.querySelector<HTMLElement>('[aria-current]')

/** Whether a click opens another tab or window. */
const isElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey
