import type { PageFigures } from './browser.ts'
import type { Browsed } from './figures.ts'
import { aim, count, percent, table } from './tables.ts'

type Line = {
  what: string
  of: (figures: PageFigures) => number
  shown?: (value: number) => string
  most?: (figures: PageFigures) => number
}

/** There are sixty frames a second; this percentage of them may be later than on an empty page. */
const MORE_LATE = 0.05

const lines: Line[] = [
  { what: 'change of screen, later visits: ms', of: ({ later }) => later, most: () => 120 },
  { what: 'change of screen, first visit: ms', of: ({ first }) => first, most: () => 200 },
  { what: 'first list, nothing cached: ms', of: ({ list }) => list, most: () => 1200 },
  { what: 'its script: KB', of: ({ listScript }) => listScript, most: () => 260 },
  { what: 'its longest task: ms', of: ({ longest }) => longest, most: () => 150 },
  { what: 'login form, nothing cached: ms', of: ({ login }) => login },
  { what: 'its script: KB', of: ({ loginScript }) => loginScript, most: () => 140 },
  { what: 'a key in a filter, rows pending: ms', of: ({ key }) => key, most: () => 50 },
  { what: 'the slowest of them: ms', of: ({ slowestKey }) => slowestKey, most: () => 100 },
  {
    what: 'frames late while 100 pictures scroll',
    of: ({ late }) => late,
    shown: percent,
    most: ({ lateOnEmptyPage }) => lateOnEmptyPage + MORE_LATE,
  },
]

/** Prints what people wait for in the browser, with the aims. */
export function reportBrowser(all: Browsed[]) {
  for (const { database, rows, builds } of all) {
    const [own, ...others] = builds
    if (!own) continue
    table(
      `In Chromium: ${database} with ${count(rows)} users (frames late on an empty page: ${percent(own.lateOnEmptyPage)})`,
      ['this build', 'aim: at most', '', ...others.map(({ address }) => new URL(address).host)],
      lines.map(({ what, of, shown = count, most }) => [
        what,
        shown(of(own)),
        ...(most ? [shown(most(own)), aim(of(own) <= most(own))] : ['', '']),
        ...others.map((other) => shown(of(other))),
      ]),
    )
  }
}
