import { setTimeout } from 'node:timers/promises'
import { median, percentile, type Target, timeOf, timesOf } from './load.ts'
import { listsWhile } from './logins.ts'
import type { Server } from './server.ts'

const STREAMS = 500
const MEGABYTE = 1024 * 1024

/**
 * Recent changes and a record's history among as many changes as there are users; a bulk change of all active users and
 * its undo, with the 99th percentile of list calls meanwhile; and what 500 open streams cost.
 */
export async function measureChanges(server: Server) {
  const { call, headers, ask } = server
  const post = async <Answer>(path: string, body: object) => {
    const response = await fetch(call(path), { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const reading = (path: string, body: object): Target => ({ url: call(path), headers, body: () => body })
  const [user] = (await post<{ data: { _id: string }[] }>('admin/users/list', { page: 2, per_page: 1 })).data
  const changes = (await post<{ total: number }>('admin/changes/list', { page: 1 })).total
  const recent = median(await timesOf(reading('admin/changes/list', { page: 1, per_page: 20 }), 1000))
  const history = median(
    await timesOf(reading('admin/changes/of_record', { record_type: 'users', record_id: user?._id }), 1000),
  )

  let page = 0
  const list: Target = {
    url: call('admin/users/list'),
    headers,
    body: () => ({ page: 1 + (page++ % 50), per_page: 10 }),
  }
  const active = async () =>
    (await post<{ total: number }>('admin/users/list', { page: 1, per_page: 1, status: true })).total
  const idle = percentile(await listsWhile(list, setTimeout(4000)), 0.99)
  const before = await active()
  const matching = { filters: { status: { value: 'true' } } }
  const bulk = await running(() =>
    post('admin/bulk', { record_type: 'users', action: 'deactivate', matching, expect: before }),
  )
  const between = await active()
  const undo = await running(() => post('admin/changes/undo', { change_id: bulk.id }))
  const after = await active()

  type Change = { change_id: string; data: { state: string } }
  /** Waits for a change that runs in steps: how many seconds it took, and what lists took meanwhile. */
  async function running(start: () => Promise<Change>) {
    const began = performance.now()
    const { change_id } = await start()
    const ended = (async () => {
      while (
        (await post<{ change: { state: string } }>('admin/changes/get', { change_id, page: 1, per_page: 1 })).change
          .state === 'running'
      )
        await setTimeout(250)
    })()
    const times = await listsWhile(list, ended)
    return { id: change_id, seconds: (performance.now() - began) / 1000, p99: percentile(times, 0.99) }
  }

  const streams = await measureStreams(server, list, ask)
  return { changes, recent, history, idle, before, between, after, bulk, undo, ...streams }
}

async function measureStreams({ call, headers }: Server, list: Target, ask: Server['ask']) {
  const memory = async () => (await ask<{ rss: number }>('memory')).rss / MEGABYTE
  const [withoutMemory, without] = [await memory(), median(await timesOf(list, 3000))]
  const stop = new AbortController()
  const open = await Promise.all(
    Array.from({ length: STREAMS }, () => fetch(call('admin/changes/stream'), { headers, signal: stop.signal })),
  )
  if (open.some(({ status }) => status !== 200)) throw new Error('a stream was refused')
  const [withMemory, during] = [await memory(), median(await timesOf(list, 3000))]
  stop.abort()
  await timeOf(list)
  return { streamMegabytes: withMemory - withoutMemory, withoutStreams: without, withStreams: during }
}
