import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { dealers } from '#contract/dealers.ts'
import { notifications } from '#contract/notifications.ts'
import { rvs } from '#contract/rvs.ts'
import { buildInhabitedApp, type InhabitedApp } from '../../attacks/inhabited-app.ts'
import { listedColumns } from './listed.ts'

let app: InhabitedApp
let notification_id: string
beforeAll(async () => {
  app = await buildInhabitedApp()
  const message = { title: 'Recall', description: 'Please call.', user_ids: [app.ids.user_id] }
  notification_id = (await app.call(notifications.send, message)).data._id
})
afterAll(() => app.close())

const unsorted = [notifications.send.path, dealers.map.path, rvs.owners.path]
const lists = Object.values(calls)
  .flatMap((endpoints) => Object.values(endpoints))
  .filter(({ path }) => listedColumns.has(path) && !unsorted.includes(path))

describe('a list', () => {
  it.each(lists.map((list) => [list.path, list] as const))('%s sorts by each of its fields', async (path, list) => {
    const needed = path === notifications.recipients.path ? { notification_id } : {}
    const ids = async (sort: object[]) => {
      const answer = await app.send(list, { ...needed, sort })
      expect([answer.statusCode, sort]).toEqual([200, sort])
      return (answer.json().data as { _id: string }[]).map(({ _id }) => _id)
    }
    const all = (await ids([])).toSorted()
    expect(all).not.toEqual([])
    for (const field of Object.keys(listedColumns.get(path) ?? {}))
      for (const order of ['asc', 'desc']) expect((await ids([{ field, order }])).toSorted()).toEqual(all)
  })
})
