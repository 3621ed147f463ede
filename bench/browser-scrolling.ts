import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { CELL } from './browser-visits.ts'
import { untilQuiet } from './until-quiet.ts'

const ROWS = 100
const FRAMES = 180
const PIXELS_A_FRAME = 30
/** 60 frames per second, plus a little for rounding. */
const IN_TIME_MS = 17

/**
 * The share of late frames while a list of 100 rows with a picture each is scrolled; without an address, while an empty
 * page of the same height is.
 */
export async function framesLate(opening: Promise<BrowserContext>, address: string | null) {
  const context = await opening
  const page = await context.newPage()
  if (address) {
    await showPictures(page)
    await page.goto(address)
    await page.locator(CELL).first().waitFor()
    await untilQuiet(page)
  } else {
    await page.setContent('<div style="height: 15000px">')
  }
  const gaps = await page.evaluate(scroll, [FRAMES, PIXELS_A_FRAME] as const)
  await context.close()
  return gaps.filter((gap) => gap > IN_TIME_MS).length / gaps.length
}

/** Answers list calls of the page with made-up rows, each with a picture. */
async function showPictures(page: Page) {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    _id: `image-${index}`,
    url: `/pictures/${index}.jpg`,
    seq_no: index,
    code: 3,
    is_deleted: false,
    version: 1,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    updated_by: null,
    srno: index + 1,
  }))
  await page.route(/\/app_images\/list/, (route) =>
    route.fulfill({ json: { message: 'Slider images', data: rows, total: ROWS, current_page: 1 } }),
  )
  await page.route('**/pictures/*.jpg', async (route) => {
    const number = Number(/(\d+)\.jpg$/.exec(route.request().url())?.[1])
    await route.fulfill({ contentType: 'image/jpeg', body: await pictureOf(number) })
  })
}

/** A picture of the size of a slider image, different for each number. */
const pictureOf = (number: number) =>
  sharp({
    create: {
      width: 800,
      height: 480,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 60 + number, sigma: 20 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

/** Scrolls the element with the most to scroll to its end and back, and returns the times between frames. */
function scroll([frames, pixels]: readonly [number, number]) {
  const room = (element: Element) =>
    element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowY)
      ? element.scrollHeight - element.clientHeight
      : 0
  const scroller = [...document.querySelectorAll('*')].reduce((one, other) => (room(other) > room(one) ? other : one))
  if (room(scroller) < 1000) throw new Error('there is nothing to scroll')
  return new Promise<number[]>((resolve) => {
    const gaps: number[] = []
    let [last, step] = [0, pixels]
    const next = (now: number) => {
      if (last) gaps.push(now - last)
      last = now
      if (gaps.length === frames) return resolve(gaps)
      const before = scroller.scrollTop
      scroller.scrollTop += step
      if (scroller.scrollTop === before) step = -step
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}
