import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const fit = { width: 10, height: 10, type: 'image/jpeg', maxBytes: 1000 } as const
const { fitImage } = await vi.importActual<typeof import('./fit-image.ts')>('./fit-image.ts')

beforeEach(() => {
  // A browser that can read none of them.
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.reject(new Error('The source image cannot be decoded.'))
    },
  )
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:x'
      static override revokeObjectURL = () => {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

it.each(['heic', 'heix', 'hevc', 'mif1'])('A HEIC picture (%s) is called so, whatever its name is', async (brand) => {
  const file = new File([`\0\0\0\x18ftyp${brand}\0\0\0\0`], 'IMG_0001.jpg', { type: 'image/jpeg' })
  await expect(fitImage(file, fit)).rejects.toThrow(
    'This browser cannot read HEIC pictures. Please save it as JPEG first.',
  )
})

it('Any other file that cannot be decoded is not called a picture', async () => {
  const file = new File(['not a picture'], 'a.jpg', { type: 'image/jpeg' })
  await expect(fitImage(file, fit)).rejects.toThrow('This file cannot be read as a picture.')
})
