import { useEffect, useRef } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'

/** The record whose page has just been left, until what comes instead is there. */
let left: { list: RecordType; id: string } | undefined

/** Remembers for the list that comes next which page of a record is left. */
export function useLeftPage(list: RecordType, id: string) {
  useEffect(
    () => () => {
      const now = { list, id }
      left = now
      setTimeout(() => {
        if (left === now) left = undefined
      })
    },
    [list, id],
  )
}

/** Gives the focus to the row whose page was left for this list, once the rows are there. */
export function useBackToRow(list: RecordType, rows: ListedRow[] | undefined) {
  const back = useRef<string>(undefined)
  useEffect(() => {
    if (left?.list === list) back.current = left.id
  }, [list])
  useEffect(() => {
    const id = back.current
    if (!id || !rows?.length) return
    back.current = undefined
    // After the shell, which gives it to the heading.
    setTimeout(() => {
      if (document.activeElement?.matches('body, h1, #content')) focusName(id)
    })
  }, [rows])
}

const focusName = (id: string) =>
  document
    .querySelector(`[data-row-id="${CSS.escape(id)}"] [data-visits=row]`)
    ?.closest<HTMLElement>('[role=gridcell]')
    ?.focus()
