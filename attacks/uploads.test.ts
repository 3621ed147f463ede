import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { aPdf } from '#server/testing/manuals.ts'
import { aPicture, formOf, pngChunk } from '#server/testing/pictures.ts'
import { buildInhabitedApp, type InhabitedApp } from './inhabited-app.ts'

let app: InhabitedApp
let folder: string
beforeAll(async () => {
  // A separate folder, so that nothing left behind is overlooked.
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  vi.stubEnv('TMPDIR', folder)
  app = await buildInhabitedApp()
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const SCRIPT = '<script>window.ran=1</script>'
const file = (content: BlobPart[], name: string) => new File(content, name)
const bytesOf = async (one: Blob) => Buffer.from(await one.arrayBuffer())

/** All files that are stored or being uploaded. */
async function onDisk() {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.db'))
    .map(({ name }) => name)
    .sort()
}

/** The calls that take a picture, and those that take a PDF, each with the rest of its form. */
const pictureCalls: [string, Endpoint, (upload: File) => Record<string, string | number | File>][] = [
  ['an avatar', account.editProfile, (avtar) => ({ name: 'Ada', avtar })],
  ['a slider image', appImages.add, (url) => ({ url, seq_no: 1 })],
  ['a picture of a page', manualPages.upload, (image) => ({ image })],
]
const uploadPdf = (upload: File) =>
  app.send(manuals.create_pdf, formOf({ manual_id: app.ids.manual_id ?? '', file: upload }))

async function fetchFile(url: string) {
  return app.app.inject(new URL(url).pathname)
}

/** A PNG whose header claims this size, whatever its pixels are. */
function pngOf(width: number, height: number, pixels: Buffer) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND')])
}

/** A PDF whose stream of this kind unpacks to this many megabytes. */
function pdfBomb(kind: 'contents' | 'xref', megabytes: number) {
  const packed = deflateSync(deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 }), { level: 9 }).toString(
    'latin1',
  )
  const filters = `/Filter [/FlateDecode /FlateDecode] /Length ${packed.length}`
  const objects = [
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R>> endobj',
    kind === 'contents'
      ? `4 0 obj <<${filters}>> stream\n${packed}\nendstream endobj`
      : `4 0 obj <</Type /XRef /Size 90000000 /W [1 2 1] /Root 1 0 R ${filters}>> stream\n${packed}\nendstream endobj`,
  ]
  const head = '%PDF-1.5\n'
  const body = objects.join('\n')
  const at = head.length + body.indexOf('4 0 obj')
  const end = kind === 'contents' ? 'trailer <</Root 1 0 R /Size 5>>\n' : ''
  return file([Buffer.from(`${head}${body}\n${end}startxref\n${at}\n%%EOF`, 'latin1')], 'bomb.pdf')
}

describe('a file that is two things at once', () => {
  it.each(pictureCalls)('is refused as %s when it is no picture for a decoder', async (_what, endpoint, fields) => {
    const pixels = sharp({ create: { width: 60, height: 60, channels: 3, background: '#3a6' } })
    const before = await onDisk()
    for (const upload of [
      file(['GIF89a=1;window.ran=1//'], 'x.png'),
      file([new Uint8Array(await pixels.clone().gif().toBuffer())], 'x.png'),
      file([new Uint8Array(await pixels.clone().webp().toBuffer())], 'x.png'),
      file([new Uint8Array(await pixels.clone().tiff().toBuffer())], 'x.png'),
      file([`<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"/>`], 'x.png'),
      file([`<!doctype html>${SCRIPT}`], 'x.png'),
      file([`\x89PNG\r\n\x1a\n${SCRIPT}`], 'x.png'),
      file([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), SCRIPT], 'x.jpg'),
      file(['%PDF-1.4\n%%EOF'], 'x.png'),
      file(['PK\x03\x04'], 'x.png'),
      file([(await bytesOf(await aPicture())).subarray(0, 80)], 'cut.png'),
      file([new Uint8Array(10)], 'x.png'),
    ]) {
      const { statusCode, body } = await app.send(endpoint, formOf(fields(upload)))
      expect([upload.name, statusCode, body]).toEqual([
        upload.name,
        415,
        expect.stringContaining(upload.name === 'cut.png' ? 'Part of it is missing.' : 'Upload valid image.'),
      ])
    }
    expect(await onDisk()).toEqual(before)
  })

  it('keeps nothing of a picture but its pixels', async () => {
    const png = await bytesOf(await aPicture({ width: 60 }))
    const jpeg = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#3a6' } })
      .jpeg()
      .withMetadata({ exif: { IFD0: { Copyright: SCRIPT, ImageDescription: 'PK\x03\x04' } } })
      .toBuffer()
    const comment = Buffer.from(`\xff\xd8\xff\xfe\x00\x40${SCRIPT}${' '.repeat(0x40 - 2 - SCRIPT.length)}`, 'latin1')
    for (const content of [
      Buffer.concat([png, Buffer.from(SCRIPT)]),
      Buffer.concat([png, Buffer.from(`PK\x03\x04${SCRIPT}`, 'latin1')]),
      Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)), png.subarray(33)]),
      jpeg,
      Buffer.concat([comment, jpeg.subarray(2)]),
    ]) {
      const { data } = (
        await app.send(appImages.add, formOf({ url: file([new Uint8Array(content)], 'x.png'), seq_no: 1 }))
      ).json()
      const kept = (await fetchFile(data.url)).rawPayload.toString('latin1')
      expect(kept).not.toContain('script')
      expect(kept).not.toContain('PK\x03\x04')
    }
  })

  it('is handed over as a PDF to be kept when viewers open it as one, without what is around it, and refused otherwise', async () => {
    const pdf = await bytesOf(await aPdf())
    const both = await uploadPdf(file([new Uint8Array(pdf), SCRIPT, '\n%%EOF'], 'x.html'))
    expect(both.statusCode).toBe(200)
    const served = await fetchFile(both.json().data.pdf_url)
    expect(served.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const after = await uploadPdf(file([SCRIPT, new Uint8Array(pdf), SCRIPT], 'x.html'))
    expect((await fetchFile(after.json().data.pdf_url)).rawPayload).toEqual(pdf)
    const before = await onDisk()
    for (const content of [
      [SCRIPT.repeat(50), new Uint8Array(pdf)],
      ['%PDF-1.4\n', SCRIPT, '\n%%EOF'],
      ['%PDF-1.7'],
      [new Uint8Array(pdf.subarray(0, 900)), '%%EOF'],
    ]) {
      expect((await uploadPdf(file(content, 'x.pdf'))).body).toContain('x.pdf is not a pdf file')
    }
    expect(await onDisk()).toEqual(before)
  })
})

describe('a small file that unpacks to a large one', () => {
  it.each(pictureCalls)('is refused as %s before it is unpacked', async (_what, endpoint, fields) => {
    const before = await onDisk()
    const memory = process.memoryUsage().rss
    for (const [width, height, status] of [
      [50_000, 50_000, 413],
      [2 ** 31 - 1, 2 ** 31 - 1, 413],
      [100_000_000, 1, 413],
      [8001, 6250, 413],
      // So many would be taken, if they were there.
      [8000, 6250, 415],
    ] as const) {
      const upload = file([new Uint8Array(pngOf(width, height, Buffer.alloc(100_000)))], 'bomb.png')
      expect((await app.send(endpoint, formOf(fields(upload)))).statusCode, `${width} x ${height}`).toBe(status)
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1024 * 1024)
    expect(await onDisk()).toEqual(before)
  })

  it.each(['contents', 'xref'] as const)(
    'is checked or refused within the time a PDF has, and holds up nobody: %s',
    async (kind) => {
      const start = performance.now()
      const upload = uploadPdf(pdfBomb(kind, 200))
      let slowest = 0
      let done = false
      void upload.then(() => (done = true))
      while (!done) {
        const asked = performance.now()
        await app.call(account.me, {})
        slowest = Math.max(slowest, performance.now() - asked)
        await new Promise((soon) => setTimeout(soon, 50))
      }
      expect([200, 422, 415]).toContain((await upload).statusCode)
      // A blocked caller would have waited for most of that time.
      expect(slowest).toBeLessThan(Math.max(1_000, (performance.now() - start) / 2))
    },
  )
})

describe("a file's name", () => {
  const names = [
    '../../../../etc/cron.d/x.png',
    '..\\..\\windows\\x.png',
    '/etc/passwd',
    'C:\\x.png',
    'x.png\u0000.html',
    '%2e%2e%2fx.png',
    '\u202egnp.exe',
    '．．／x.png',
    'x.php',
    'x.png.html',
    '.htaccess',
    '-rf',
    'x;rm -rf.png',
    'con.png',
    `${'x'.repeat(5000)}.png`,
    '<img src=x onerror=window.ran=1>.png',
    'x.png\r\nX-Injected: 1',
  ]

  it.each(names)('says nothing about where a picture is kept: %j', async (name) => {
    const form = formOf({ seq_no: 1 })
    form.append('url', await aPicture(), name)
    const { statusCode, body } = await app.send(appImages.add, form)
    expect(statusCode).toBe(200)
    expect(JSON.parse(body).data.url).toMatch(/^http:\/\/localhost:3000\/files\/sliders\/[0-9a-f-]{36}\.png$/)
  })

  it('comes back as text when its file is refused', async () => {
    for (const name of names) {
      const { statusCode, headers } = await uploadPdf(file(['no'], name))
      expect([statusCode, headers['content-type']]).toEqual([415, 'application/json; charset=utf-8'])
    }
  })
})

describe('an address below /files/', () => {
  it.each([
    '/files/..%2fapi-key',
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/%2e%2e/api-key',
    '/files/sliders/..%2f..%2fapi-key',
    '/files/sliders/../../api-key',
    '/files/sliders/....//....//api-key',
    '/files/%252e%252e%252fapi-key',
    '/files/..%5capi-key',
    '/files/..%c0%afapi-key',
    '/files/%00',
    '/files/sliders/%00.png',
    '/files/sliders/a.png%00.html',
    '/files//etc/passwd',
    '/files/C:/windows/win.ini',
    '/files/sliders',
    '/files/sliders/',
    '/files/',
    '/files/.',
    '/files/sliders/a.png.part',
    '/files/sliders/*.png',
    `/files/sliders/${'a'.repeat(5000)}.png`,
    '/files/%',
    '/files/sliders/a.svg',
    '/assets/..%2findex.html%00',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])('gives nothing but what is kept there: %s', async (url) => {
    const { statusCode, body } = await app.app.inject({ url })
    expect([400, 403, 404, 414, 503]).toContain(statusCode)
    expect(JSON.parse(body).message).toEqual(expect.any(String))
  })
})

describe('a form that is not as it should be', () => {
  const send = (
    payload: string | Buffer,
    type = 'multipart/form-data; boundary=x',
    endpoint: Endpoint = appImages.add,
  ) =>
    app.app.inject({
      method: 'POST',
      url: addressOf(endpoint),
      headers: { 'x-api-key': app.deps.apiKey, token: app.token, 'content-type': type },
      payload,
    })
  const field = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const end = '--x--\r\n'

  it.each<[string, string, string?]>([
    ['without a boundary', field('seq_no', '1') + end, 'multipart/form-data'],
    ['with an empty boundary', field('seq_no', '1') + end, 'multipart/form-data; boundary='],
    ['with another boundary', field('seq_no', '1') + end, 'multipart/form-data; boundary=y'],
    [
      'with a boundary of 5,000 characters',
      field('seq_no', '1') + end,
      `multipart/form-data; boundary=${'x'.repeat(5000)}`,
    ],
    ['that is empty', ''],
    ['that ends at once', end],
    ['cut off in a name', '--x\r\nContent-Disposition: form-data; na'],
    ['cut off in a value', '--x\r\nContent-Disposition: form-data; name="seq_no"\r\n\r\n1'],
    ['cut off in a file', '--x\r\nContent-Disposition: form-data; name="url"; filename="x.png"\r\n\r\nabc'],
    ['with a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'],
    ['with a part without headers', '--x\r\n\r\n1\r\n--x--\r\n'],
    ['with 10,000 fields', Array.from({ length: 10_000 }, (_, place) => field(`f${place}`, '1')).join('') + end],
    [
      'with 10,000 files',
      Array.from({ length: 10_000 }, (_, place) => field(`f${place}`, '1', '; filename="x"')).join('') + end,
    ],
    ['with a field twice', field('seq_no', '1') + field('seq_no', '2') + end],
    ['with two files', field('url', 'a', '; filename="x"') + field('url', 'b', '; filename="y"') + end],
    ['with a text where the file belongs', field('url', 'http://elsewhere.invalid/x.png') + field('seq_no', '1') + end],
    ['with a file where a text belongs', field('seq_no', '1', '; filename="x"') + end],
    ['with a field of two megabytes', field('seq_no', '1'.repeat(2_000_000)) + end],
    ['with a name of 100 KB', field('n'.repeat(100_000), '1') + end],
    [
      'with 2,000 headers in a part',
      `--x\r\n${'X-A: b\r\n'.repeat(2000)}Content-Disposition: form-data; name="seq_no"\r\n\r\n1\r\n${end}`,
    ],
    [
      'within a form',
      '--x\r\nContent-Type: multipart/mixed; boundary=y\r\nContent-Disposition: form-data; name="url"\r\n\r\n--y\r\n\r\n1\r\n--y--\r\n--x--\r\n',
    ],
    [
      'with base64 that is not unpacked',
      '--x\r\nContent-Disposition: form-data; name="seq_no"\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--x--\r\n',
    ],
  ])('%s is refused, and nothing stays behind', async (_what, payload, type) => {
    const before = await onDisk()
    for (const endpoint of [appImages.add, manualPages.upload, manuals.create_pdf, socialMedias.add]) {
      const { statusCode, body } = await send(payload, type, endpoint)
      expect(statusCode, `${body}`).toBeGreaterThanOrEqual(400)
      expect(statusCode, `${body}`).toBeLessThan(500)
      expect(JSON.parse(body).message).toEqual(expect.any(String))
    }
    expect(await onDisk()).toEqual(before)
  })
})
