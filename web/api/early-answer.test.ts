import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { ada } from '#web/testing/render-screen.tsx'
import { call } from './call.ts'
import { earlyAnswerAt } from './early-answer.ts'
import { storeToken } from './session.ts'

const first = readFileSync(join(import.meta.dirname, '../public/first.js'), 'utf8')
/** Runs the script as the page does, before the application. */
const runFirst = () => runInThisContext(first)

const meAnswer = { message: 'Signed in', data: ada }
let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
  api.answers(account.me, meAnswer)
  window.earlyAnswer = undefined
})
afterAll(() => void Reflect.deleteProperty(window, 'earlyAnswer'))

describe('the administrator, asked for before the application has loaded,', () => {
  it('is asked for in the same words, and once', async () => {
    storeToken('a-token')
    runFirst()
    await call(account.me, {})
    expect(api.calls(account.me)).toEqual([{}])
    expect(earlyAnswerAt('a-token')).toBeLessThanOrEqual(Date.now())
    expect(earlyAnswerAt('another-token')).toBe(Infinity)

    await call(account.me, {})
    const [early, late] = api.headers(account.me)
    expect(Object.fromEntries(early ?? [])).toEqual(Object.fromEntries(late ?? []))
  })

  it('is not asked for by a visitor', () => {
    runFirst()
    localStorage.setItem('token', 'logged out')
    runFirst()
    expect(window.earlyAnswer).toBeUndefined()
  })

  it('is asked for again by whoever has signed in meanwhile', async () => {
    storeToken('a-token')
    runFirst()
    storeToken('another-token')
    await call(account.me, {})
    expect(api.headers(account.me).map((headers) => headers.get('token'))).toEqual(['a-token', 'another-token'])
  })

  it('is asked for again after there was no answer', async () => {
    storeToken('a-token')
    api.offline()
    runFirst()
    await expect(call(account.me, {})).rejects.toMatchObject({ status: 0, message: 'Network Problem' })
    api.online()
    expect(await call(account.me, {})).toEqual(meAnswer)
  })

  it('is waited for no longer than for any other answer', async () => {
    storeToken('a-token')
    api.holds(account.me)
    runFirst()
    const controller = new AbortController()
    const asked = call(account.me, {}, { signal: controller.signal })
    controller.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
  })
})

describe('what signed-in pages need', () => {
  const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]')]
  beforeEach(() => {
    const script = { dataset: { signedIn: '/assets/lists.js /assets/lists.css' } }
    Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  })
  afterEach(() => {
    Reflect.deleteProperty(document, 'currentScript')
    for (const link of links()) link.remove()
  })

  it('loads beside the application', () => {
    storeToken('a-token')
    runFirst()
    expect(
      links().map(({ rel, as, crossOrigin, href }) => ({ rel, as, crossOrigin, path: new URL(href).pathname })),
    ).toEqual([
      { rel: 'modulepreload', as: undefined, crossOrigin: '', path: '/assets/lists.js' },
      { rel: 'preload', as: 'style', crossOrigin: '', path: '/assets/lists.css' },
    ])
  })

  it('does not load for a visitor', () => {
    runFirst()
    expect(links()).toEqual([])
  })
})
