import { type Browser, chromium } from '@playwright/test'
import { median } from './load.ts'
import type { Server } from './server.ts'
import { ADMIN } from './stores.ts'

const WORDS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * How long Chromium takes from the address to a usable login form, and to the visible rows of the users list, with an
 * empty cache, and the longest time the page was blocked. Medians over the visits, in milliseconds.
 */
export async function measureBrowser({ product }: Server, visits: number) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: WORDS })
  try {
    const state = await signedIn(browser, product)
    const [login, rows, longest] = [[] as number[], [] as number[], [] as number[]]
    for (let visit = 0; visit < visits; visit++) {
      login.push((await visitOf(browser, `${product}/login`, 'input[type=password]')).time)
      const users = await visitOf(browser, `${product}/users`, '[role=row] [role=gridcell]', state)
      rows.push(users.time)
      longest.push(users.longest)
    }
    return { login: median(login), list: median(rows), longest: median(longest) }
  } finally {
    await browser.close()
  }
}

type State = Awaited<ReturnType<typeof signedIn>>

async function signedIn(browser: Browser, product: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${product}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email)
  await page.locator('input[type=password]').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  const state = await context.storageState()
  await context.close()
  return state
}

async function visitOf(browser: Browser, address: string, shown: string, storageState?: State) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shown).first().waitFor({ state: 'visible' })
  const time = performance.now() - began
  await page.waitForTimeout(300)
  const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
  await context.close()
  return { time, longest }
}
