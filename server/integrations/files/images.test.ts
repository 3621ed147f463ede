import { expect, it } from 'vitest'
import { aPicture } from '../../testing/pictures.ts'
import { cleanImage } from './uploaded-image.ts'

const limits = { formats: ['jpeg', 'png'] as const, width: 100, height: 100, maxBytes: 1_000_000 }

it('A picture is decoded in a process of its own, and a fault is told as it is', async () => {
  const picture = await aPicture({ format: 'jpeg' })
  expect(await cleanImage(picture, limits)).toEqual({ bytes: expect.any(Uint8Array), format: 'jpeg' })
  expect(await cleanImage(picture.slice(0, -30), limits)).toEqual({ fault: 'cut' })
})

it('Decoding that takes too long is ended', async () => {
  expect(await cleanImage(await aPicture(), limits, 0.001)).toEqual({ fault: 'slow' })
})

it('Where too many wait, the others are told when to come again', async () => {
  const read = Promise.withResolvers<ArrayBuffer>()
  const picture = Object.assign(new Blob(), { arrayBuffer: () => read.promise })
  const asked = Array.from({ length: 45 }, () => cleanImage(picture, limits))
  read.reject(new Error('not read after all'))
  const problems = (await Promise.allSettled(asked)).map((one) => one.status === 'rejected' && one.reason)
  expect(problems.filter(({ message }) => message === 'not read after all')).toHaveLength(42)
  const refused = problems.filter(({ status }) => status === 503)
  expect(refused.map(({ retryAfter }) => retryAfter)).toEqual([2, 2, 2])
})
