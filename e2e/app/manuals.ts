import { service } from './call.ts'
import type { Manual, Rv } from './client.ts'
import type { Store } from './store.ts'

/** The manual of an RV, if there is one. */
export const manualOf = (store: Store, { category, year }: Rv) =>
  store.all('manuals').find((manual) => manual.category._id === category._id && manual.year._id === year._id)

/** Its pages, which are read off line. */
export const pagesOf = (store: Store, { _id }: Manual) =>
  store.all('manual_pages').filter(({ manual_id }) => manual_id._id === _id)

/**
 * Fetches a file in parts of so many bytes. `parts` are those that an earlier attempt has brought: what is at an
 * address never changes, so it goes on after them.
 */
export async function fetchInParts(address: string, bytes: number, parts: ArrayBuffer[] = []) {
  let length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  for (let total = Number.POSITIVE_INFINITY; length < total; ) {
    const headers = { range: `bytes=${length}-${length + bytes - 1}` }
    const response = await fetch(new URL(address, service.address), { headers })
    if (response.status !== 206) throw new Error(`${address}: ${response.status}`)
    const part = await response.arrayBuffer()
    parts.push(part)
    length += part.byteLength
    total = Number(response.headers.get('content-range')?.split('/')[1])
  }
  return new Blob(parts)
}
