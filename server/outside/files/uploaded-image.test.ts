import { describe, expect, it } from 'vitest'
import type { FileStore } from './store.ts'
import { keepFile } from './uploaded-image.ts'

const picture = { name: 'logos/new.png', content: new Blob(['x']) }

/** A storage that goes down after it took a file. */
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
