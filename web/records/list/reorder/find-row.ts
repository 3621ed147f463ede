import type { ListedRow } from '#web/records/list/rows/listed-row.ts'

/** A list that is read page by page. */
export type PagedRows = {
  read: (page: number) => Promise<{ data: ListedRow[]; total: number }>
  perPage: number
}

/** Where a row is: the number of its place among all, from 0. */
type Found = { place: number; page: number; total: number }

/** How many pages on either side are looked at for a row that is not where it was. */
const REACH = 3

/** Finds a row on a page or on those around it, first in the direction in which it was moved. */
export async function findRow(
  { read, perPage }: PagedRows,
  id: string,
  near: number,
  by: -1 | 1,
): Promise<Found | undefined> {
  const around = Array.from({ length: REACH }, (_, index) => [near + by * (index + 1), near - by * (index + 1)]).flat()
  let pages = near
  for (const page of [near, ...around]) {
    if (page < 1 || page > pages) continue
    const { data, total } = await read(page)
    pages = Math.max(1, Math.ceil(total / perPage))
    const index = data.findIndex(({ _id }) => _id === id)
    if (index >= 0) return { place: (page - 1) * perPage + index, page, total }
  }
}

/** The id of the row that is this many places after another one, on any page; null if there is none. */
export async function rowBeside({ read, perPage }: PagedRows, { place, total }: Found, by: number) {
  const wanted = place + by
  if (wanted < 0 || wanted >= total) return null
  const { data } = await read(Math.floor(wanted / perPage) + 1)
  return data[wanted % perPage]?._id ?? null
}
