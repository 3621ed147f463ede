import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { records } from '#contract/changes.ts'
import type { CallInput, CallOutput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { type ListInput, PAGE_SIZES } from '#contract/records.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import type { RowStep } from '#web/records/list/grid/grid-keys.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { List, ListEndpoint } from '#web/records/list/state/use-list.ts'
import { toastError, toastWarning } from '#web/ui/feedback/toast.ts'
import { formatNumber } from '#web/ui/format.ts'
import { type DropPlace, dragRow } from './drag-row.ts'
import { findRow, type PagedRows, rowBeside } from './find-row.ts'
import { moveColumn } from './move-column.tsx'
import { type Order, orderOf } from './order.ts'
import { useFollowedRow } from './use-followed-row.ts'

/** How the rows of a list stand in a sequence. */
export type Sequence<Row> = { nameOf: (row: Row) => string }

/** Where a row is to go: one place up or down, or beside another one. */
type Goal = { by: -1 | 1 } | { before: string } | { after: string }
type Move = { row: ListedRow; goal: Goal; by: -1 | 1; page: number; order: Exclude<Order, { refusal: string }> }

type Options<E extends ListEndpoint> = {
  type: RecordType
  list: E
  listed: List & { input: CallInput<E> }
  /** What a row is called so that it can be told apart. */
  fullNameOf: (type: RecordType, row: ListedRow) => string
  /** Says that a row was moved. */
  announce: (answer: CallOutput<typeof records.reorder>) => void
}

const MOST_PER_PAGE = Math.max(...PAGE_SIZES)
const BEING_READ = 'The rows are still loading. Please move the row again.'

/**
 * Moves rows in their sequence: by a handle, or by one place with a key. One move is sent at a time, the others wait
 * and start from the order that it has made. The page and the focus follow the row; `said` tells screen readers where
 * it is. A toast says why a row does not move, and what to do.
 */
export function useReorder<E extends ListEndpoint>(
  { type, list, listed, fullNameOf, announce }: Options<E>,
  sequence: Sequence<never> | undefined,
) {
  const { nameOf } = (sequence ?? {}) as Partial<Sequence<ListedRow>>
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (input: CallInput<typeof records.reorder>) => call(records.reorder, input),
  })
  const [said, setSaid] = useState('')
  const waiting = useRef<Move[]>([])
  const isWorking = useRef(false)
  const { follow, followed } = useFollowedRow()
  const order = orderOf(type, listed.state, listed.filtered)
  const inOrder = !('refusal' in order)
  const column = useMemo(() => (nameOf && inOrder ? moveColumn(nameOf) : undefined), [nameOf, inOrder])
  const now = useRef<{ listed: typeof listed; order: Order }>(null)
  useEffect(() => {
    now.current = { listed, order }
    return () => {
      now.current = null
    }
  })

  // The page that is shown, or will be as soon as it has rendered: a key may be quicker.
  const shownPage = useRef(listed.state.page)
  useEffect(() => {
    shownPage.current = listed.state.page
  }, [listed.state.page])

  /** The list, or the part of it that is a sequence of its own. What is on screen is not read again. */
  function pagesOf(filters?: ListInput['filters']): PagedRows {
    const perPage = filters ? MOST_PER_PAGE : listed.state.perPage
    return {
      perPage,
      read: (page) => {
        const part = { ...(filters && { filters, per_page: perPage }), page }
        const rows = query(list, { ...listed.input, ...part } as CallInput<E>)
        const isShown = client.getQueryCache().find({ queryKey: rows.queryKey })?.isActive()
        return client.fetchQuery({
          ...rows,
          staleTime: isShown ? Number.POSITIVE_INFINITY : 0,
        } as typeof rows) as ReturnType<PagedRows['read']>
      },
    }
  }

  /** Makes one move; returns the page on which the row is then. */
  async function make({ row, goal, by, page, order: { among, isPart, isWhole } }: Move) {
    const name = fullNameOf(type, row)
    const ownRows = isWhole ? pagesOf() : pagesOf(among?.filters(row))
    const near = isWhole ? page : 1
    const before = await targetOf(ownRows, row, goal, near, by)
    if (before === undefined) {
      const edge = by < 0 ? 'first' : 'last'
      toastWarning(`${name} is already the ${edge} ${among ? `in its ${among.noun}` : 'one'}.`)
      return page
    }
    const answer = await send.mutateAsync({ record_type: type, record_id: row._id, before, in_part: isPart })
    if (answer.data) announce(answer)
    const found = await findRow(pagesOf(), row._id, page, by)
    const own = isWhole ? found : await findRow(ownRows, row._id, near, by)
    const { current } = now
    if (found && current && !('refusal' in current.order) && shownPage.current === page && found.page !== page) {
      shownPage.current = found.page
      current.listed.change.showPage(found.page, { replace: true })
    }
    if (own) {
      const position = `${formatNumber(own.place + 1)} of ${formatNumber(own.total)}`
      setSaid(`${name} moved to position ${position}${among ? ` in its ${among.noun}` : ''}.`)
    }
    return found?.page ?? page
  }

  async function work() {
    if (isWorking.current) return
    isWorking.current = true
    let last: { id: string; page: number } | undefined
    try {
      for (let move = waiting.current.shift(); move; move = waiting.current.shift()) {
        const page = last?.id === move.row._id ? last.page : move.page
        last = { id: move.row._id, page: await make({ ...move, page }) }
      }
    } catch (error) {
      // What waits was meant for an order that did not come about.
      waiting.current = []
      toastError((error as Error).message)
      void client.refetchQueries({ queryKey: [list.path], type: 'active' })
    } finally {
      isWorking.current = false
    }
  }

  function start(row: ListedRow, column: string, goal: Goal, by: -1 | 1) {
    if ('refusal' in order) return toastWarning(order.refusal)
    whenOnline(() => {
      follow(row, column)
      waiting.current.push({ row, goal, by, page: shownPage.current, order })
      void work()
    })
  }

  function drop(id: string, { id: beside, side }: DropPlace) {
    if ('refusal' in order) return toastWarning(order.refusal)
    const { among } = order
    const { page, isPlaceholderData } = now.current?.listed ?? listed
    const rows = page?.data ?? []
    const [index, target] = [id, beside].map((wanted) => rows.findIndex(({ _id }) => _id === wanted)) as [
      number,
      number,
    ]
    const row = rows[index]
    if (!row || target < 0 || isPlaceholderData) return toastWarning(BEING_READ)
    const place = target + (side === 'after' ? 1 : 0)
    const scope = (one: ListedRow) => JSON.stringify(among?.filters(one))
    const others = (some: ListedRow[]) => some.filter((one) => one !== row && scope(one) === scope(row))
    const passed = others(rows.slice(Math.min(index, place), Math.max(index, place)))
    const [previous, next] = [others(rows.slice(0, place)).at(-1), others(rows.slice(place))[0]]
    const name = fullNameOf(type, row)
    if (place === index || place === index + 1) setSaid(`${name} stays where it is.`)
    else if (!passed.length)
      toastWarning(`${name} can only move within its ${among?.noun}. Drop it beside a row of the same ${among?.noun}.`)
    else if (next) start(row, 'move', { before: next._id }, place < index ? -1 : 1)
    else if (previous) start(row, 'move', { after: previous._id }, 1)
  }

  return {
    said,
    /** The column of the handles, while rows can be moved. */
    column,
    /** Moves the row by one place, or the one that is moving already. */
    moveRow({ id, column, by, isRepeated }: RowStep) {
      if ('refusal' in order) return toastWarning(order.refusal)
      if (isRepeated && isWorking.current) return
      const moving = followed()
      const row = listed.page?.data.find(({ _id }) => _id === (moving?._id ?? id)) ?? moving
      if (row) start(row, column, { by }, by)
    },
    dragRow: (event: PointerEvent) => dragRow(event, drop),
  }
}

export type Reorder = ReturnType<typeof useReorder>

/** The row before which one has to be put to reach its goal, null for the end; undefined if it is there already. */
async function targetOf(rows: PagedRows, { _id }: ListedRow, goal: Goal, near: number, by: -1 | 1) {
  if ('before' in goal) return goal.before
  const from = await findRow(rows, 'after' in goal ? goal.after : _id, near, by)
  if (!from) throw new Error('This row is no longer where it was. Please check the list.')
  if ('after' in goal) return rowBeside(rows, from, 1)
  const passed = await rowBeside(rows, from, by)
  if (passed === null) return undefined
  return by < 0 ? passed : rowBeside(rows, from, 2)
}
