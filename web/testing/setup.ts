import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { notifications } from '@mantine/notifications'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'
import { APP_SETTINGS_ID } from '#contract/endpoint.ts'
import { clearToken, releasePage } from '#web/api/session.ts'
import { unlockDrafts } from '#web/forms/draft-store.ts'
import { takeBareTexts, watchBareTexts } from './bare-texts.ts'
import { DRAFT_KEY } from './draft-key.ts'
import { takeFaults } from './fake-api.ts'
import { removeAllDrafts } from './stored-drafts.ts'
import { matchesWidth, resetWindowWidth } from './window-width.ts'

// Browser APIs that Mantine and Tiptap need and jsdom lacks.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (media: string) => ({
    media,
    matches: matchesWidth(media),
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }),
})
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
for (const [side, length] of [
  ['Width', 1440],
  ['Height', 600],
] as const) {
  for (const measure of ['offset', 'client'] as const) {
    Object.defineProperty(HTMLElement.prototype, `${measure}${side}`, { configurable: true, get: () => length })
  }
}
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()
document.elementFromPoint = () => null
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener() {}, removeEventListener() {} },
})

// For each element React notes where it was made, with an Error each time: a sixth of the time of all tests.
Object.defineProperty(
  (React as unknown as Record<string, object>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set() {} },
)

// jsdom starts an interval for its frames when the first is asked for. Started under the fake timers of a test, it
// would stand still for all tests after it: so it runs from the start, and never stops.
const { requestAnimationFrame } = window
const nextFrame = () => void requestAnimationFrame(nextFrame)
nextFrame()

watchBareTexts()

// jsdom draws neither pictures nor maps; what a browser draws is looked at in the journeys.
vi.mock('#web/ui/image/fit-image.ts', () => import('./fake-fit-image.ts'))
vi.mock('#web/map/built-in-map.tsx', () => import('./fake-map.tsx'))

configure({
  // A busy machine is not a fault: what is there appears at once, what is missing fails the test in the end.
  asyncUtilTimeout: 60_000,
  // A query that looks until it finds fails many times; only the last message, with the whole document, is read.
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    const read = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
    return Object.defineProperty(error, 'message', { configurable: true, get: read })
  },
})

let errors: MockInstance<typeof console.error>

beforeEach(async () => {
  // A page that nobody touches for a minute calls differently.
  window.dispatchEvent(new Event('pointermove'))
  await unlockDrafts(DRAFT_KEY.admin_id, DRAFT_KEY.key)
  errors = vi.spyOn(console, 'error')
})

afterEach(async () => {
  const bareTexts = takeBareTexts()
  cleanup()
  takeBareTexts()
  // A test may end with a logout, which the page would remember.
  clearToken('refused')
  // A test may end while its page waits for a sign-in.
  releasePage(false)
  onlineManager.setOnline(true)
  notifications.clean()
  resetWindowWidth()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.getElementById(APP_SETTINGS_ID)?.remove()
  await removeAllDrafts()
  localStorage.clear()
  sessionStorage.clear()
  // A test that expects console.error calls clears the spy: vi.spyOn(console, 'error').mockClear().
  const logged = [...errors.mock.calls]
  vi.restoreAllMocks()
  if (logged.length) throw new Error(`The console says: ${JSON.stringify(logged)}`)
  const faults = takeFaults()
  if (bareTexts.length) throw new Error(`A translated page would break: ${bareTexts.join('; ')}`)
  if (faults.length) throw new Error(`fakeApi: ${faults.join('; ')}`)
})
