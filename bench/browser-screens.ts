import type { Page } from '@playwright/test'
import { CELL } from './browser-visits.ts'

const LISTS = ['/rv-types', '/models', '/users', '/years', '/rv-management']
const LAPS = 3
const GIVE_UP_MS = 8000

/**
 * How long it takes from a click in the menu to the rows of another list, in milliseconds: when a list is opened for
 * the first time, and later. The pages take turns. The pointer reaches a link just as it is clicked, so nothing is
 * preloaded.
 */
export async function timeScreens(pages: Page[]) {
  const times = pages.map(() => ({ first: [] as number[], later: [] as number[] }))
  for (let lap = 0; lap < LAPS; lap++) {
    for (const path of LISTS) {
      for (const [index, page] of pages.entries()) {
        await page.bringToFront()
        times[index]?.[lap ? 'later' : 'first'].push(await timeChange(page, path))
        await page.waitForTimeout(150)
      }
    }
  }
  return times
}

const timeChange = (page: Page, path: string) =>
  page.evaluate(
    ([path, cell, limit]) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLElement>(`nav a[href="${path}"]`)
        const before = document.querySelector('h1')?.textContent
        if (!link) throw new Error(`there is no link to ${path}`)
        const began = performance.now()
        const look = () => {
          const title = document.querySelector('h1')?.textContent
          const shown = title && title !== before && document.querySelector(cell)
          const busy = document.querySelector('section[aria-busy=true]')
          // The rows are painted with the next frame.
          if (shown && !busy && location.pathname === path)
            requestAnimationFrame(() => resolve(performance.now() - began))
          else if (performance.now() - began > limit) reject(new Error(`${path} shows no rows`))
          else setTimeout(look, 4)
        }
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        // As a press of the pointer or of Enter does.
        link.focus()
        link.click()
        look()
      }),
    [path, CELL, GIVE_UP_MS] as const,
  )
