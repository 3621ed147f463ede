import { get } from 'node:http'
import type { BrowserContext } from '@playwright/test'

/** A cell of the rows of a list, in this build and in those that drew lists with AG Grid. */
export const CELL = ':is(tbody, .ag-row) [role=gridcell]'

/**
 * A visit with nothing cached: the milliseconds from the navigation until what the selector names is visible, the
 * longest task of the main thread, and the kilobytes of script requested by then. The page itself looks for it in each
 * frame: Playwright would load its own script into the page while the application starts.
 */
export async function visit(opening: Promise<BrowserContext>, address: string, shown: string) {
  const context = await opening
  const page = await context.newPage()
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)?.checkVisibility()) {
        console.info(`shown ${performance.timeOrigin + performance.now()}`)
      } else requestAnimationFrame(look)
    }
    look()
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  }, shown)
  const said = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('shown ') })
  const began = performance.timeOrigin + performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  const time = Number((await said).text().split(' ')[1]) - began
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  await page.waitForTimeout(300)
  const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
  await context.close()
  const sizes = await Promise.all([...new Set(scripts)].map(bytesOf))
  return { time, longest, kilobytes: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024 }
}

/** The bytes of a script on the wire. Browsers ask for brotli only over TLS, so not here. */
const bytesOf = (address: string) =>
  new Promise<number>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      let bytes = 0
      for await (const chunk of response) bytes += (chunk as Buffer).length
      resolve(bytes)
    }).once('error', reject)
  })
