import { describe, expect, it } from 'vitest'
import { plainPdf } from '../../testing/pdfs.ts'
import { checkPdf } from './check-pdf.ts'

const PAGE = '<html><body><p>An object that a server has added</p></body></html>'
const check = (...parts: (string | Buffer)[]) =>
  checkPdf(new Blob(parts.map((part) => new Uint8Array(Buffer.from(part)))))
const whole = plainPdf({ text: 'Look here first.', tags: true, language: 'en-US' })

/** What would be stored from a file. */
async function kept(...parts: (string | Buffer)[]) {
  const checked = await check(...parts)
  return checked.state === 'openable' ? Buffer.from(await checked.pdf.arrayBuffer()).toString() : checked.state
}

describe('a PDF that every viewer opens', () => {
  it.each<[string, (string | Buffer)[]]>([
    ['as it was written', [whole]],
    ['after a newline', ['\n', whole]],
    ['after the head of a server', ['HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', whole]],
    ['after 1,024 other bytes', ['x'.repeat(1024), whole]],
    ['before zeros', [whole, Buffer.alloc(3004)]],
    ['before very many zeros', [whole, Buffer.alloc(100_000)]],
    ['before a page', [whole, PAGE]],
    ['between both', ['\ufeff', whole, '\n\n', PAGE.repeat(100)]],
  ])('is taken, and only the PDF is kept: %s', async (_what, parts) => {
    expect(await kept(...parts)).toBe(whole.toString())
  })

  it('is taken with all that has been added to it', async () => {
    const added = `3 0 obj\n<</Type /Font /Subtype /Type1 /BaseFont /Courier>>\nendobj\nxref\n3 1\n${String(whole.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size 6 /Root 1 0 R>>\nstartxref\n${whole.length}\n%%EOF`
    expect(await kept(whole, added, Buffer.alloc(10))).toBe(`${whole.toString()}${added}`)
  })
})

it.each<[string, (string | Buffer)[]]>([
  ['a text', ['just a text']],
  ['a page', [PAGE]],
  ['a page that names a PDF', [`${PAGE} %PDF-1.4 %%EOF`]],
  ['half of a PDF', [whole.subarray(0, whole.length / 2)]],
  ['half of one with an end', [whole.subarray(0, whole.length / 4), '%%EOF']],
  ['a PDF that goes on after its end', [whole, '9 0 obj\n<</Type /Page']],
  ['a PDF after more than 1,024 bytes', ['x'.repeat(1025), whole]],
  ['a head and an end', ['%PDF-1.7\n%%EOF\n']],
])('%s is no PDF', async (_what, parts) => {
  expect(await check(...parts)).toEqual({ state: 'broken' })
})

describe('the warning about a PDF', () => {
  const full = { text: 'Look here first.', tags: true, language: 'en-US' }

  it.each([
    [full, undefined],
    [{ ...full, tags: false }, 'This PDF has no tags, so screen readers may read it in the wrong order.'],
    [{ ...full, language: '' }, 'This PDF has no language, so screen readers may read it in the wrong language.'],
    [
      { text: 'Look here first.' },
      'This PDF has no tags and no language, so screen readers may read it in the wrong order or language.',
    ],
    [
      { tags: true, language: 'en-US' },
      'This PDF has no text (it may be a scan), so it cannot be searched or read aloud.',
    ],
    [
      { pages: 3 },
      'This PDF has no text (it may be a scan), no tags, and no language, so it cannot be searched or read aloud.',
    ],
  ])('says what readers will miss: %j', async (parts, warning) => {
    expect(await check(plainPdf(parts))).toMatchObject({ state: 'openable', warning })
  })
})
