import { afterEach, describe, expect, it } from 'vitest'
import { KEPT, memory, tellingCode } from './remembered.ts'
import { worker } from './remembering.setup.ts'
import { leftSince, putBackStock, takeStock } from './stock.ts'

describe('what a test file leaves behind', () => {
  const before = takeStock()
  afterEach(() => putBackStock(before))

  it('is nothing where nothing has changed', () => expect(leftSince(before, takeStock())).toEqual([]))

  it('is named: the environment, also what is missing in it, and the working folder', () => {
    process.env.LEFT_BY_A_TEST = '1'
    delete process.env.PATH
    process.chdir('/')
    expect(leftSince(before, takeStock())).toEqual([
      'the environment variable PATH',
      'the environment variable LEFT_BY_A_TEST',
      'the working folder /',
    ])
    putBackStock(before)
    expect(leftSince(before, takeStock())).toEqual([])
  })

  it('is named: listeners of the process, globals and what still runs', () => {
    const now = { ...before, listeners: { ...before.listeners, SIGTERM: 99 }, running: { 'a server': 99 } }
    expect(leftSince(before, { ...now, globals: [...before.globals, 'leaked', '__ofALibrary'] })).toEqual([
      'a listener of the process for SIGTERM',
      'the global leaked',
      'a server',
    ])
  })

  it('is named: elements, address and storage of the page', () => {
    const page = { elements: ['<p>Left</p>'], address: 'http://localhost/left', stored: ['draft'] }
    expect(leftSince(before, { ...before, page })).toEqual([
      'on the page <p>Left</p>',
      'stored on the page draft',
      'the address http://localhost/left',
    ])
  })
})

describe('what modules remember', () => {
  const module = `
export let last = 0
const seen = new Set<string>()
const byName: Map<string, number[]> = new Map<string, number[]>()
const useStore = create<State>(() => ({ open: false }))
const constant = 7
export function note() { let inside = 1; last += inside }
`

  it('is found in their code, and nothing within functions', () => {
    const handed = tellingCode('server/a.ts', module)?.replace(module, '')
    expect(handed?.match(/\w+(?=: \{)/g)).toEqual(['last', 'seen', 'byName', 'useStore'])
    expect(tellingCode('server/b.ts', 'const constant = 7')).toBeUndefined()
  })

  it('is told by the modules that this worker has loaded', () => {
    expect(worker.names()).toContain('server/clock.ts reading')
  })

  it('is put back, and what is left in collections is named', () => {
    const { remember, forget } = memory()
    let last = 1
    const [seen, list, byName] = [new Set(['first']), [1], new Map([['one', 1]])]
    let state = { open: false }
    const store = Object.assign(() => state, { getState: () => state, setState: (now: never) => void (state = now) })
    remember('server/a.ts', {
      last: { read: () => last, write: (now) => void (last = now as number) },
      seen: { read: () => seen },
      list: { read: () => list },
      byName: { read: () => byName },
      store: { read: () => store },
    })
    expect(forget()).toEqual([])
    last = 2
    seen.add('second')
    list.push(2)
    byName.set('two', 2)
    state = { open: true }
    expect(forget()).toEqual(['server/a.ts seen', 'server/a.ts list', 'server/a.ts byName'])
    expect([last, [...seen], list, [...byName], state]).toEqual([1, ['first'], [1], [['one', 1]], { open: false }])
  })

  it('stays only where that is said with its reason', () => {
    for (const [name, why] of Object.entries(KEPT))
      expect([name, why]).toEqual([name, expect.stringMatching(/^.{10,}\.$/)])
    const { remember, forget } = memory()
    const kept = new Map([['a', 'b']])
    remember('server/db/raw-query.ts', { known: { read: () => kept } })
    kept.set('c', 'd')
    expect([forget(), kept.size]).toEqual([[], 2])
  })
})
