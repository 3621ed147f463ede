import { Button, Group, Kbd, Loader, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { LONGEST_SEARCH } from '#contract/search.ts'
import { StatusBadge } from '#web/records/list/columns/columns.tsx'
import { formatCount } from '#web/ui/format.ts'
import { isOfInputMethod } from '#web/ui/keys/pressed-key.ts'
import type { SearchRow } from './destinations.ts'
import { SEARCH_FIELD, takeEarlyKeys } from './early-keys.ts'
import classes from './search-list.module.css'
import { isAnswered, rowsOf, wanted } from './search-state.ts'
import { useSearch } from './use-search.ts'

/** Written out: the browser's own datalist shows neither groups nor icons. */
const roles = {
  combobox: { role: 'combobox' },
  listbox: { role: 'listbox' },
  group: { role: 'group' },
  option: { role: 'option' },
} as const

type SearchListProps = {
  /** The text it begins with. */
  text?: string
  /** The rows that are known at once for a text. */
  ownRows: (text: string) => SearchRow[]
  onOpen: (row: SearchRow, inNewTab: boolean) => void
}

/** A field to search with, and below it what is found: arrow keys mark a row, Enter opens the marked one. */
export function SearchList({ text: initial = '', ownRows, onOpen }: SearchListProps) {
  const { state, progress, type, move, point, retry } = useSearch(ownRows)
  const { text, marked } = state
  const rows = rowsOf(state)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const markedAt = rows.findIndex((row) => row.id === marked)
  const optionOf = (row: SearchRow) => `${id}-${row.id}`.replaceAll(' ', '-')
  const isAsking = progress.is === 'asking' || progress.is === 'slow'

  // As high as before, so that a shorter list does not scroll the marked row away.
  const keepHeight = () => setHeight(place.current?.firstElementChild?.scrollHeight ?? 0)

  useEffect(() => {
    if (marked) place.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  function change(text: string) {
    setHeight(0)
    place.current?.scrollTo?.({ top: 0 })
    type(text)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey, shiftKey } = event
    if (isOfInputMethod(event.nativeEvent) || altKey || shiftKey) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      keepHeight()
      move(key === 'ArrowDown' ? 1 : -1)
    }
    if (key !== 'Enter') return
    event.preventDefault()
    const row = rows[markedAt]
    // A key that is held down is the one that opened the search.
    if (row && !event.repeat) onOpen(row, event.ctrlKey || event.metaKey)
  }

  return (
    <>
      <TextInput
        data-autofocus
        {...{ [SEARCH_FIELD]: true }}
        aria-label="Search"
        {...roles.combobox}
        aria-autocomplete="list"
        aria-expanded={rows.length > 0}
        aria-controls={rows.length ? id : undefined}
        aria-activedescendant={rows[markedAt] && optionOf(rows[markedAt])}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={LONGEST_SEARCH}
        size="md"
        placeholder="Name, email, VIN, phone, city, page…"
        leftSection={<Search size={18} aria-hidden />}
        rightSection={isAsking && <Loader size={16} aria-hidden />}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={() => {
          const early = takeEarlyKeys()
          if (early || (initial && !text)) change(initial + early)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={place} className={classes.list} aria-busy={isAsking}>
        <div style={{ minHeight: height }}>
          {rows.length > 0 && (
            <Rows
              id={id}
              rows={rows}
              marked={marked}
              optionOf={optionOf}
              onPoint={(row) => {
                keepHeight()
                point(row.id)
              }}
              onOpen={onOpen}
            />
          )}
          <Status
            text={wanted(state)}
            progress={progress}
            isEmpty={rows.length === 0}
            isAnswered={isAnswered(state)}
            onRetry={retry}
          />
        </div>
      </div>
      <Hint id={`${id}-hint`} />
      <VisuallyHidden component="output">
        {wanted(state) && isAnswered(state) ? formatCount(rows.length, 'result') : ''}
      </VisuallyHidden>
    </>
  )
}

type RowsProps = {
  id: string
  rows: SearchRow[]
  marked: string | undefined
  optionOf: (row: SearchRow) => string
  onPoint: (row: SearchRow) => void
  onOpen: (row: SearchRow, inNewTab: boolean) => void
}

/** The rows in groups: neighbours with the same group name share one. */
function Rows({ id, rows, marked, optionOf, onPoint, onOpen }: RowsProps) {
  const groups: SearchRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0]?.group === row.group) last.push(row)
    else groups.push([row])
  }
  return (
    <div {...roles.listbox} id={id} aria-label="Results" tabIndex={-1}>
      {groups.map((group) => {
        const [first] = group as [SearchRow]
        const label = `${optionOf(first)}-group`
        return (
          <div {...roles.group} aria-labelledby={label} key={first.id}>
            <div id={label} className={classes.group} role="presentation">
              {first.group}
            </div>
            {group.map((row) => (
              <Row
                key={row.id}
                id={optionOf(row)}
                row={row}
                isMarked={row.id === marked}
                onPoint={onPoint}
                onOpen={onOpen}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

type RowProps = Pick<RowsProps, 'onPoint' | 'onOpen'> & { id: string; row: SearchRow; isMarked: boolean }

function Row({ id, row, isMarked, onPoint, onOpen }: RowProps) {
  const { icon: Icon, title, subtitle, isDeleted } = row
  // Keys belong to the field, which keeps the focus. A row that appears under a resting pointer is not marked.
  const pointing = {
    onMouseMove: () => isMarked || onPoint(row),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => onOpen(row, event.ctrlKey || event.metaKey),
    onAuxClick: (event: MouseEvent) => event.button === 1 && onOpen(row, true),
  }
  return (
    <div {...roles.option} {...pointing} id={id} aria-selected={isMarked} className={classes.row}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <span className={classes.title}>{title}</span>
      {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
      {isDeleted && <StatusBadge active={false} />}
    </div>
  )
}

type StatusProps = {
  text: string
  progress: ReturnType<typeof useSearch>['progress']
  isEmpty: boolean
  isAnswered: boolean
  onRetry: () => void
}

/** What there is to say besides the rows, below them. */
function Status({ text, progress, isEmpty, isAnswered, onRetry }: StatusProps) {
  if (progress.is === 'failed') {
    return (
      <Group gap="sm" className={classes.status ?? ''}>
        <Text size="sm" role="alert">{`Records could not be searched. ${progress.why}`}</Text>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    )
  }
  const words =
    progress.is === 'offline'
      ? 'You are offline. Records can be searched once you are back online.'
      : progress.is === 'slow'
        ? 'Still searching records…'
        : isEmpty && text && isAnswered
          ? `Nothing found for “${text}”.`
          : isEmpty && !text
            ? 'The records that you visit appear here.'
            : ''
  return (
    <Text component="output" size="sm" className={classes.status ?? ''} hidden={!words}>
      {words}
    </Text>
  )
}

const Hint = memo(function Hint({ id }: { id: string }) {
  return (
    <div id={id} className={classes.hint}>
      <span>
        <span>Type a kind and a colon to narrow: </span>
        <code>dealer: reno</code>
      </span>
      <span className={classes.keys}>
        <Kbd size="xs">Enter</Kbd>
        <span>opens, </span>
        <Kbd size="xs">Ctrl + Enter</Kbd>
        <span>in a new tab</span>
      </span>
    </div>
  )
})
