import { afterEach, describe, expect, it, vi } from 'vitest'
import { forbiddenStorage, fullStorage } from '#web/testing/refusing-storage.ts'
import { browserStorage, tabStorage } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.removeItem(key)
})

describe.each([
  ['of the browser', browserStorage, () => localStorage],
  ['of the tab', tabStorage, () => sessionStorage],
] as const)('the storage %s', (_whose, storage, real) => {
  it('stores what it is given', () => {
    storage.setItem('a', '1')
    expect([storage.getItem('a'), real().getItem('a'), storage.isOnlyInPage('a')]).toEqual(['1', '1', false])
    storage.removeItem('a')
    expect([storage.getItem('a'), real().getItem('a')]).toEqual([null, null])
  })

  it.each([
    ['full', fullStorage],
    ['forbidden', forbiddenStorage],
  ])('keeps as long as the page what it cannot store: %s', (_why, refuse) => {
    refuse()
    storage.setItem('a', '1')
    expect([storage.getItem('a'), storage.keys().includes('a'), storage.isOnlyInPage('a')]).toEqual(['1', true, true])
    storage.removeItem('a')
    expect([storage.getItem('a'), storage.keys().includes('a'), storage.isOnlyInPage('a')]).toEqual([
      null,
      false,
      false,
    ])
  })

  it('keeps no former value of what it cannot store', () => {
    storage.setItem('a', '1')
    fullStorage()
    storage.setItem('a', '2')
    expect([storage.getItem('a'), real().getItem('a')]).toEqual(['2', null])
  })

  it('stores again when there is room', () => {
    fullStorage()
    storage.setItem('a', '1')
    vi.restoreAllMocks()
    storage.setItem('a', '2')
    expect([storage.getItem('a'), real().getItem('a'), storage.isOnlyInPage('a')]).toEqual(['2', '2', false])
  })
})
