import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expectAccessible } from './accessibility.ts'
import { expect, expectToast, signIn, test } from './journey.ts'

type Event = { type: string; data: { record_type?: string; action?: string } }

test('a receiver is added, tried, told of a change and ended', async ({ page }) => {
  const got: { body: string; headers: Record<string, string> }[] = []
  const receiver = createServer(async (request, response) => {
    const chunks = (await request.toArray()) as Buffer[]
    got.push({ body: Buffer.concat(chunks).toString(), headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`

  await signIn(page, '/administrators')
  await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText(/^No webhooks yet/)).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Address').fill(url)
  await form.getByRole('combobox', { name: 'Kinds of records' }).click()
  await page.getByRole('option', { name: 'Years' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the form of a webhook', { part: '[role=dialog]' })
  await form.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' })
  const secret = await shown.locator('pre').innerText()
  await shown.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: `Try ${url}` }).click()
  await expectToast(page, /^The receiver took the test event: 204/)
  const eventsOf = () =>
    got.map(({ body, headers }) => new Webhook(secret).verify(body, headers) as Event).map(({ type }) => type)
  expect(eventsOf()).toEqual(['webhook.test'])

  await page.goto('/years')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('2099')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect.poll(eventsOf).toEqual(['webhook.test', 'record.changed'])
  expect(JSON.parse(got[1]?.body ?? '{}')).toMatchObject({ data: { record_type: 'years', action: 'added' } })

  await page.goto('/webhooks')
  await expectAccessible(page, 'webhooks', { part: 'main' })
  await page.getByRole('button', { name: `More for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Deliveries' })
  await expect(deliveries.getByRole('listitem').first()).toContainText('Record changed: Years')
  await expect(deliveries.getByRole('listitem').first()).toContainText('Delivered')
  await expectAccessible(page, 'deliveries of a webhook', { part: '[role=dialog]' })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `More for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End webhook' }).click()
  await expectToast(page, 'Webhook ended successfully.')
  await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText('Ended')
  receiver.closeAllConnections()
  receiver.close()
})
