import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { timeScreens } from './browser-screens.ts'
import { framesLate } from './browser-scrolling.ts'
import { timeTyping } from './browser-typing.ts'
import { CELL, visit } from './browser-visits.ts'
import { median } from './load.ts'
import type { Server } from './server.ts'
import { ADMIN } from './stores.ts'
import { untilQuiet } from './until-quiet.ts'

const WORDS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What was measured for one build. */
export type PageFigures = Awaited<ReturnType<typeof measureBuilds>>[number]

/**
 * What people wait for in Chromium, for this build and, interleaved, for those at the addresses `against`, as the same
 * administrator.
 */
export async function measureBrowser({ product }: Server, rounds: number, against: string[]) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: WORDS })
  try {
    return { builds: await measureBuilds(browser, [product, ...against], rounds) }
  } finally {
    await browser.close()
  }
}

async function measureBuilds(browser: Browser, addresses: string[], rounds: number) {
  const builds = await Promise.all(addresses.map((address) => openBuild(browser, address)))
  const emptyPage: number[] = []
  for (let round = 0; round < rounds; round++) {
    await withPages(builds, async (pages) => {
      const times = await timeScreens(pages)
      builds.forEach(({ figures }, index) => {
        figures.first.push(...(times[index]?.first ?? []))
        figures.later.push(...(times[index]?.later ?? []))
      })
    })
    // No build is always the first.
    for (const { address, state, figures, open } of round % 2 ? builds.toReversed() : builds) {
      figures.logins.push(await visit(open(undefined), `${address}/login`, 'input[type=password]'))
      figures.lists.push(await visit(open(state), `${address}/users`, CELL))
      figures.keys.push(...(await timeTyping(open(state), address)))
      figures.late.push(await framesLate(open(state), `${address}/slider-images?per_page=100`))
    }
    emptyPage.push(await framesLate(browser.newContext(), null))
  }
  return builds.map(({ address, figures: { first, later, logins, lists, keys, late } }) => ({
    address,
    first: median(first),
    later: median(later),
    list: median(lists.map(({ time }) => time)),
    listScript: median(lists.map(({ kilobytes }) => kilobytes)),
    login: median(logins.map(({ time }) => time)),
    loginScript: median(logins.map(({ kilobytes }) => kilobytes)),
    longest: median(lists.map(({ longest }) => longest)),
    key: median(keys),
    slowestKey: Math.max(...keys),
    late: median(late),
    lateOnEmptyPage: median(emptyPage),
  }))
}

type Visit = Awaited<ReturnType<typeof visit>>

async function openBuild(browser: Browser, address: string) {
  const state = await signedIn(browser, address)
  return {
    address,
    state,
    open: (storageState: typeof state | undefined) =>
      browser.newContext({ viewport: { width: 1440, height: 900 }, ...(storageState && { storageState }) }),
    figures: {
      first: [] as number[],
      later: [] as number[],
      logins: [] as Visit[],
      lists: [] as Visit[],
      keys: [] as number[],
      late: [] as number[],
    },
  }
}

async function signedIn(browser: Browser, address: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email)
  await page.locator('input[type=password]').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  const state = await context.storageState()
  await context.close()
  return state
}

type Build = Awaited<ReturnType<typeof openBuild>>

/** Chromium keeps cleaning up after it has reported a page as closed. */
const REST_MS = 1000

/** Opens the dashboard of every build in an empty browser, and closes them afterwards. */
async function withPages(
  builds: Build[],
  work: (pages: Awaited<ReturnType<BrowserContext['newPage']>>[]) => Promise<void>,
) {
  const contexts = await Promise.all(builds.map(({ open, state }) => open(state)))
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  for (const [index, page] of pages.entries()) {
    await page.goto(`${builds[index]?.address}/dashboard`)
    await page.locator('nav a[href="/users"]').first().waitFor()
    await untilQuiet(page)
  }
  await work(pages)
  for (const context of contexts) await context.close()
  await setTimeout(REST_MS)
}
