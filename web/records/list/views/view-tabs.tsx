import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState, View } from '#contract/views.ts'
import { EditedView } from './edited-view.tsx'
import { ViewForm } from './view-form.tsx'
import classes from './view-tabs.module.css'

type ViewTabsProps = {
  list: RecordType
  /** The shared views, and the one that is shown. */
  views: View[]
  shown: View | undefined
  /** Whether there are any is not known yet. */
  isLoading: boolean
  /** The list shows something else than its view. */
  edited: boolean
  /** What the list shows now. */
  state: SavedState
  /** The query string of a view, or of the list without one. */
  searchFor: (view: View | null) => string
  onShow: (view: View | null) => void
}

/** The views above a list as links, and beside them what to do with the one that was changed; nothing where there is none. */
export function ViewTabs({ list, views, shown, isLoading, edited, state, searchFor, onShow }: ViewTabsProps) {
  const [saving, setSaving] = useState(false)
  const saved = useRef<string>(undefined)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const [tabs, tab] = [nav.current, currentIn(nav.current)]
    if (tabs && tab) tabs.scrollTo?.({ left: tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2 })
  }, [shown?._id, views.length])
  // The button that opened the dialog is gone once the list shows what was saved there.
  useEffect(() => {
    if (saving || saved.current === undefined || saved.current !== shown?._id) return
    saved.current = undefined
    currentIn(nav.current)?.focus()
  }, [saving, shown?._id])
  if (!views.length) return isLoading && <div className={classes.awaited} data-awaited />

  return (
    <div className={classes.row}>
      <nav ref={nav} className={classes.tabs} aria-label="Views">
        {[null, ...views].map((view) => (
          <Link
            key={view?._id ?? ''}
            to={{ search: searchFor(view) }}
            className={classes.tab ?? ''}
            title={view?.name}
            aria-label={view && edited && view._id === shown?._id ? `${view.name}, edited` : undefined}
            aria-current={view?._id === shown?._id ? 'page' : undefined}
            onClick={(event) => {
              if (isElsewhere(event)) return
              event.preventDefault()
              onShow(view)
            }}
          >
            <span>{view?.name ?? 'All'}</span>
          </Link>
        ))}
      </nav>
      {shown && edited && (
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
          onSaveAs={() => setSaving(true)}
        />
      )}
      {saving && (
        <ViewForm
          list={list}
          state={state}
          view={undefined}
          onSaved={(view) => {
            onShow(view)
            saved.current = view._id
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

const currentIn = (tabs: HTMLElement | null) => tabs?.querySelector<HTMLElement>('[aria-current]')

/** Whether a click opens another tab or window. */
const isElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey
