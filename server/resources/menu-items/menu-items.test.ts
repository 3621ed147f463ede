import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { menuItems } from '#contract/menu-items.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const first = async () => {
  const [item] = (await app.call(menuItems.list, { page: 1 })).data
  return { menu_item_id: item?._id ?? '', version: item?.version ?? 0 }
}

describe('admin/menu_items', () => {
  it('are there from the start, in sequence, each with a code of its own', async () => {
    const { data } = await app.call(menuItems.list, {})
    expect(data[0]).toMatchObject({ title: 'My RV', seq_no: 1, code: 1, icon: null })
    expect(new Set(data.map(({ code }) => code)).size).toBe(data.length)
  })

  it('are found by a part of the title', async () => {
    const { data } = await app.call(menuItems.list, { filters: { title: { value: 'MANUAL' } } })
    expect(data.map(({ title }) => title)).toEqual(['Owners Manual'])
  })

  it('change title, place and icon, and never the code', async () => {
    const icon = await aPicture({ width: 120 })
    const form = formOf({ ...(await first()), title: ' My Camper ', seq_no: '9', code: 5, icon })
    const { message, data } = await app.call(menuItems.edit, form)
    expect(message).toBe('App menu updated successfully.')
    expect(data).toMatchObject({ title: 'My Camper', seq_no: 9, code: 1, version: 2 })
    const served = await app.app.inject(new URL(data.icon ?? '').pathname)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it('keep the icon when none comes along, and keep the old one beside a new one', async () => {
    const which = await first()
    const fields = { menu_item_id: which.menu_item_id, title: 'My RV', seq_no: 1 }
    const { data } = await app.call(menuItems.edit, formOf({ ...fields, icon: await aPicture() }))
    expect((await app.call(menuItems.edit, formOf({ ...fields, title: 'Mine' }))).data.icon).toBe(data.icon)
    await app.call(menuItems.edit, formOf({ ...fields, icon: await aPicture({ width: 50 }) }))
    expect(await readdir(join(app.dataDir, 'files', 'menu-icons'))).toHaveLength(2)
  })

  it('take PNG only', async () => {
    const icon = await aPicture({ format: 'jpeg', name: 'icon.png' })
    const { status, errors } = await app.refusal(
      menuItems.edit,
      formOf({ ...(await first()), title: 'A', seq_no: 1, icon }),
    )
    expect([status, errors]).toEqual([415, { icon: ['Upload valid image. Only PNG are allowed.'] }])
  })

  it('refuse an older version', async () => {
    const which = await first()
    await app.call(menuItems.edit, formOf({ ...which, title: 'One', seq_no: 1 }))
    expect((await app.refusal(menuItems.edit, formOf({ ...which, title: 'Two', seq_no: 1 }))).status).toBe(409)
  })
})
