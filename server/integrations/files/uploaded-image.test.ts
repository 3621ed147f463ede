import { describe, expect, it } from 'vitest'
import type { FileStore } from './store.ts'
import { keepFile } from './uploaded-image.ts'

const picture = { name: 'logos/new.png', content: new Blob(['x']) }

/** A storage that fails after it has stored a file. */
const failing = {
  put: async () => {},
  remove: () => Promise.reject(new Error('the storage is down')),
} as unknown as FileStore

describe('a file that cannot be removed', () => {
  it('does not make a change that was made look as if it had failed', async () => {
    const write = async () => ({ answer: 'saved', leftOver: 'logos/old.png' })
    expect(await keepFile(failing, picture, write)).toBe('saved')
  })

  it('does not hide why a change was refused', async () => {
    const refuse = () => Promise.reject(new Error('somebody was faster'))
    await expect(keepFile(failing, picture, refuse)).rejects.toThrow('somebody was faster')
  })
})

it('keeps the file of a change of which nobody knows whether it was made', async () => {
  const removed: string[] = []
  const files = { put: async () => {}, remove: async (name: string) => void removed.push(name) } as unknown as FileStore
  const fail = (message: string) => () => Promise.reject(new Error(message))
  await expect(keepFile(files, picture, fail('Connection terminated unexpectedly'))).rejects.toThrow('terminated')
  expect(removed).toEqual([])
  await expect(keepFile(files, picture, fail('somebody was faster'))).rejects.toThrow('faster')
  expect(removed).toEqual([picture.name])
})
