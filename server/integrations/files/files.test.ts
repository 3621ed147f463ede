import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { diskFiles } from './disk.ts'
import { s3Files } from './s3.ts'

let s3: Awaited<ReturnType<typeof startFakeS3>>
let folder: string
beforeAll(async () => {
  s3 = await startFakeS3('pictures')
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

const stores = {
  'on disk': () => diskFiles(join(folder, 'files')),
  'in S3-compatible storage': () => s3Files(s3.settings),
}

describe.each(Object.entries(stores))('files %s', (_where, open) => {
  const wholeOf = async (served: { body: NodeJS.ReadableStream | null } | null) => served?.body && text(served.body)

  it('are kept, read, served whole and in parts, and removed', async () => {
    const files = open()
    await files.put('manuals/a.pdf', new Blob(['0123456789']))
    expect(new TextDecoder().decode((await files.read('manuals/a.pdf')) ?? undefined)).toBe('0123456789')
    const whole = await files.serve('manuals/a.pdf', {})
    expect(whole).toMatchObject({ status: 200, headers: { 'Content-Type': 'application/pdf' } })
    expect(await wholeOf(whole)).toBe('0123456789')
    const part = await files.serve('manuals/a.pdf', { range: 'bytes=2-4' })
    expect([part?.status, part?.headers['Content-Range'], await wholeOf(part)]).toEqual([206, 'bytes 2-4/10', '234'])
    expect((await files.serve('manuals/a.pdf', { range: 'bytes=99-' }))?.status).toBe(416)
    const known = await files.serve('manuals/a.pdf', { 'if-none-match': whole?.headers.ETag })
    expect(known?.status).toBe(304)
    await files.remove('manuals/a.pdf')
    await files.remove('manuals/a.pdf')
    expect([await files.read('manuals/a.pdf'), await files.serve('manuals/a.pdf', {})]).toEqual([null, null])
  })

  it('are listed, however many there are', async () => {
    const files = open()
    const names = ['logos/a.png', 'logos/b.png', 'sliders/c.jpg', 'sliders/d.jpg', 'sliders/e.jpg']
    for (const name of names) await files.put(name, new Blob([name]))
    const found: string[] = []
    for await (const { name, writtenAt } of files.list()) {
      expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000)
      found.push(name)
    }
    expect(found.sort()).toEqual(names)
    for (const name of names) await files.remove(name)
  })

  it('go to the trash under the day, and are served no more', async () => {
    const files = open()
    await files.put('logos/a.png', new Blob(['picture']))
    await files.trash('logos/a.png', '2026-11-21')
    await files.trash('logos/gone.png', '2026-11-21')
    expect(await files.read('logos/a.png')).toBeNull()
    expect(new TextDecoder().decode((await files.read('trash/2026-11-21/logos/a.png')) ?? undefined)).toBe('picture')
    await files.remove('trash/2026-11-21/logos/a.png')
  })

  it('are not there at all when their content breaks off', async () => {
    const files = open()
    const broken = new Blob(['x'])
    broken.stream = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(10))
        },
        pull(controller) {
          controller.error(new Error('broken off'))
        },
      })
    await expect(files.put('logos/broken.png', broken)).rejects.toThrow('broken off')
    expect(await files.read('logos/broken.png')).toBeNull()
    expect(await readdir(join(folder, 'files', 'logos')).catch(() => [])).toEqual([])
  })
})

describe('S3-compatible storage', () => {
  it('tells a missing bucket and wrong keys from a missing file', async () => {
    const missing = s3Files({ ...s3.settings, bucket: 'elsewhere' })
    await expect(missing.read('logos/a.png')).rejects.toMatchObject({
      name: 'NoSuchBucket',
      message: expect.stringMatching(/^the file storage: /),
      service: 'storage',
    })
    const wrong = s3Files({ ...s3.settings, accessKeyId: 'another' })
    await expect(wrong.read('logos/a.png')).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('waits for a reader that pauses for longer than the storage may be silent, but not for a silent storage', async () => {
    const files = s3Files(s3.settings, () => {}, 100)
    const content = 'x'.repeat(20_000_000)
    s3.kept.set('manuals/large.pdf', { bytes: Buffer.from(content), type: '', at: new Date(), etag: '"large"' })
    const served = await files.serve('manuals/large.pdf', {})
    let read = 0
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        const isFirst = read === 0
        read += chunk.length
        setTimeout(done, isFirst ? 400 : 0)
      },
    })
    await pipeline(served?.body ?? Readable.from([]), slow)
    expect(read).toBe(content.length)
    s3.held.add('manuals/large.pdf')
    const silent = await files.serve('manuals/large.pdf', {})
    await expect(text(silent?.body ?? Readable.from([]))).rejects.toThrow('went silent')
    s3.held.clear()
    await files.remove('manuals/large.pdf')
  })
})

describe('a prefix in a shared bucket', () => {
  it('keeps to its own part', async () => {
    const [whole, part] = [s3Files(s3.settings), s3Files({ ...s3.settings, prefix: 'rv/' })]
    await whole.put('logos/theirs.png', new Blob(['theirs']))
    await part.put('logos/ours.png', new Blob(['ours']))
    const found: string[] = []
    for await (const { name } of part.list()) found.push(name)
    expect(found).toEqual(['logos/ours.png'])
    expect(await part.read('logos/theirs.png')).toBeNull()
    expect(await whole.read('rv/logos/ours.png')).not.toBeNull()
    await part.trash('logos/ours.png', '2026-11-21')
    expect(await whole.read('rv/trash/2026-11-21/logos/ours.png')).not.toBeNull()
    for (const name of ['logos/theirs.png', 'rv/trash/2026-11-21/logos/ours.png']) await whole.remove(name)
  })
})
