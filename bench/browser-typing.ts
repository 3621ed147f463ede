import type { BrowserContext } from '@playwright/test'
import { CELL } from './browser-visits.ts'

const TEXT = 'camper and trailer with a bath'
/** Now and then slower than filters wait for the next key, so that rows are requested while typing. */
const PAUSES_MS = [60, 60, 60, 700]

/**
 * How long it takes from a key in a filter until a frame shows what was typed, in milliseconds for each key, while no
 * list call is answered.
 */
export async function timeTyping(opening: Promise<BrowserContext>, address: string) {
  const context = await opening
  const page = await context.newPage()
  await page.goto(`${address}/rv-types`)
  await page.locator(CELL).first().waitFor()
  let held = 0
  await page.route(/\/categories\/list/, () => {
    // Never answered.
    held++
  })
  // Otherwise the list opens with this filter next time.
  await page.route(/\/preferences\/set/, () => {})
  const filter = page.locator('input[aria-label="Filter Name"]')
  await filter.focus()
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    let pressed = 0
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressed = timeStamp
      },
      true,
    )
    document.addEventListener('input', () => {
      const from = pressed
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - from)))
    })
  })
  for (const [index, key] of TEXT.split('').entries()) {
    await page.keyboard.type(key)
    await page.waitForTimeout(PAUSES_MS[index % PAUSES_MS.length] as number)
  }
  const typed = await filter.inputValue()
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
  await context.close()
  if (!held) throw new Error('no rows were asked for while a filter was typed')
  if (typed !== TEXT) throw new Error(`the filter shows “${typed}”`)
  return times
}
