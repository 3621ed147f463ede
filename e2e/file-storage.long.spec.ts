import { startSwift } from '../faults/swift.ts'
import { aPicture } from '../server/testing/pictures.ts'
import { expect, expectToast, test as journey, signIn } from './journey.ts'
import { startServer } from './server.ts'

type Swift = Awaited<ReturnType<typeof startSwift>>

/** A server that keeps its files in OpenStack Swift. */
const test = journey.extend<object, { swift: Swift }>({
  swift: [
    async ({}, use) => {
      const swift = await startSwift('office-files')
      await use(swift)
      await swift.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ swift }, use) => {
      const server = await startServer({ ...swift.env, DEMO_DATA: 'false' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('a picture in S3-compatible storage is shown, and one that the storage cannot take is kept in its form', async ({
  page,
  swift,
  complaints,
}) => {
  const picture = { name: 'lake.png', mimeType: 'image/png', buffer: Buffer.from(await (await aPicture()).bytes()) }
  await signIn(page)
  await page.getByRole('link', { name: 'Slider Images' }).last().click()
  const dialog = page.getByRole('dialog')
  const fill = async (seqNo: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await dialog.getByLabel('Sequence No.').fill(seqNo)
    await dialog.getByRole('button', { name: 'Image', exact: true }).setInputFiles(picture)
  }
  await fill('1')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Image added successfully.')
  const shown = page.getByRole('img', { name: 'slider image 1', exact: true })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(100)

  await swift.goDown()
  await fill('2')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('The file storage cannot be reached at the moment.')
  // The browser reports the 503 that was asked for.
  complaints.splice(0)
  await swift.comeBack()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: 'slider image 2', exact: true })).toBeVisible()
})
