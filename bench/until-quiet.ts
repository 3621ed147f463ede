import type { Page } from '@playwright/test'

const REST_MS = 500

/** Waits until a page has loaded what it shows. (The stream of changes stays open, so the network is never idle.) */
export async function untilQuiet(page: Page) {
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true]') && [...document.images].every(({ complete }) => complete),
  )
  await page.waitForTimeout(REST_MS)
}
