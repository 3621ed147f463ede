import { insertMany } from '../server/db/engines/insert-many.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { openConfiguredDatabase } from '../server/start/open-configured.ts'
import { startFakeFcm } from '../server/testing/fake-fcm.ts'
import { expect, expectToast, rowOf, signIn, test } from './journey.ts'
import { type RunningServer, startServer } from './server.ts'

const CAMPERS = 1200
/** One in twenty. */
const isUnlucky = (token: string) => Number(token.slice('phone-'.length)) % 20 === 0

/** Adds owners who all have a phone that can be pushed to. */
async function addCampers({ dataDir, databaseUrl }: RunningServer) {
  const db = await openConfiguredDatabase({ dataDir, databaseUrl })
  const now = new Date().toISOString()
  const shared = { version: 1, is_deleted: 0, created_at: now, updated_at: now }
  const account = { type: 'SIMPLE', status: 1, must_change_password: 0 }
  const all = Array.from({ length: CAMPERS }, (_, place) => place + 1)
  await inTransaction(db, async (db) => {
    const users = all.map((n) => {
      const [name, email] = [`Camper ${n}`, `${n}@example.com`]
      return { ...shared, ...account, id: `camper-${n}`, name, name_key: name.toLowerCase(), email, email_key: email }
    })
    await insertMany(db, 'users', users)
    const sessions = all.map((n) => ({
      token_hash: `session-${n}`,
      user_id: `camper-${n}`,
      created_at: now,
      used_at: now,
    }))
    await insertMany(db, 'app_sessions', sessions)
    const phone = { platform: 'android', created_at: now }
    const phones = all.map((n) => ({ ...phone, token: `phone-${n}`, user_id: `camper-${n}`, session: `session-${n}` }))
    await insertMany(db, 'devices', phones)
  })
  await db.destroy()
}

const pushing = test.extend<{ fcm: Awaited<ReturnType<typeof startFakeFcm>> }>({
  fcm: async ({}, use) => {
    const fcm = await startFakeFcm()
    await use(fcm)
    await fcm.stop()
  },
  baseURL: async ({ fcm }, use) => {
    const server = await startServer({ DEMO_DATA: 'false', ...fcm.env })
    await addCampers(server)
    await use(server.url)
    await server.stop()
  },
})

pushing(
  'a message goes to all who match, and again to those for whom it failed: nobody is told twice',
  async ({ page, fcm }) => {
    fcm.state.whim = (token) => (isUnlucky(token) ? { status: 400, code: 'INTERNAL' } : undefined)
    await signIn(page, '/manage-notifications')
    await page.getByRole('searchbox', { name: 'Filter Name' }).fill('camper')
    await page.getByRole('button', { name: 'Select all 1,200 matching' }).click()
    // Phones ring by night for safety only.
    await page.getByRole('radio', { name: 'Safety' }).check()
    await page.getByRole('textbox', { name: 'Title' }).fill('Winter is coming')
    await page.getByRole('textbox', { name: 'Message' }).fill('Drain the fresh water system.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Send notification' })
    await expect(question.getByText(/goes to 1,200 users/)).toBeVisible()
    await question.getByRole('button', { name: 'Send' }).dblclick()
    await expectToast(page, 'Notification has been sent.')
    await expect(page.getByText('No users selected')).toBeVisible()

    const sent = page.getByRole('region', { name: 'Sent just now' })
    await expect(sent.getByText('1,140 accepted')).toBeVisible()
    await expect(sent.getByText('60 failed')).toBeVisible()
    await sent.getByRole('button', { name: 'Show recipients' }).click()
    await page.getByRole('combobox', { name: 'Filter Delivery' }).selectOption('Failed')
    await expect(rowOf(page, 'INTERNAL').first()).toBeVisible()
    await expect(page.getByText('1 to 10 of 60')).toBeVisible()

    fcm.state.whim = () => undefined
    await page.getByRole('button', { name: 'Send again to those who failed' }).click()
    const again = page.getByRole('dialog', { name: 'Retry failed' })
    await again.getByRole('button', { name: 'Send again' }).dblclick()
    await expectToast(page, 'The notification is being sent again.')
    await expect(page.getByText('1,200 accepted')).toBeVisible()
    await expect(page.getByText('No Records Found.')).toBeVisible()
    const tokens = fcm.taken.map(({ token }) => token)
    expect([tokens.length, new Set(tokens).size]).toEqual([CAMPERS, CAMPERS])
  },
)
