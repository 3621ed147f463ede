import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTable } from '../reading/read-table.ts'
import { refusals, UnreadableTable } from '../reading/unreadable-table.ts'
import { codesIn, htmlOf, tokensOf } from './html-tokens.ts'
import { unitXml, XLIFF, type XliffUnit, xliffOf } from './write-xliff.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xliff-'))
})
afterAll(() => rm(folder, { recursive: true }))

const HEADS = ['Record type', '_id', 'Field', 'English', 'French', 'State']
async function read(text: string | Buffer) {
  const path = join(folder, 'file')
  await writeFile(path, text)
  const { rows } = await readTable(path, { xliff: { heads: HEADS, rich: ['pages.content'] } })
  const all = []
  for await (const batch of rows) all.push(...batch)
  return all
}
const refusal = async (text: string | Buffer) => {
  const error = await read(text).then(
    () => undefined,
    (error: unknown) => error,
  )
  return error instanceof UnreadableTable ? error.message : error
}

const unit = (source: string, target = '', more: Partial<XliffUnit> = {}): XliffUnit => ({
  id: 'pages.01-a.content',
  name: 'Page: Content',
  source,
  target,
  isRich: true,
  state: 'initial',
  ...more,
})
async function written(...units: XliffUnit[]) {
  const parts: Buffer[] = []
  const batches = (async function* all() {
    yield units
  })()
  for await (const part of xliffOf([{ id: 'pages', original: 'Pages', units: batches }])) parts.push(part)
  return Buffer.concat(parts).toString()
}
const HEAD = `<?xml version="1.0"?><xliff xmlns="${XLIFF}" version="2.1" srcLang="en" trgLang="fr-CA"><file id="pages">`
const file = (...units: string[]) => `${HEAD}${units.join('')}</file></xliff>`
const segments = (inside: string, more = '') => file(`<unit id="pages.01-a.content">${more}${inside}</unit>`)

const ALPHABET = [
  'a',
  'b ',
  ' ',
  '\n',
  '\t',
  '\r',
  '"',
  "'",
  '&amp;',
  '&lt;',
  '&gt;',
  '&nbsp;',
  '&',
  '>',
  '\u00a0',
  '&eacute;',
  'é',
  '\u202f',
  '😀',
  '\u0001',
  '\uffff',
  '<p>',
  '</p>',
  '<strong>',
  '</strong>',
  '<br>',
  '<img src="/files/a.png" alt="&quot;]]&gt;">',
  '<a href="x">',
  '</a>',
]

describe('rich text', () => {
  it('comes back from codes without a changed character, whatever it is, with tags that fit or not', async () => {
    const random = () =>
      Array.from(
        { length: Math.floor(Math.random() * 40) },
        () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)],
      ).join('')
    const pairs = Array.from({ length: 500 }, () => [`x${random()}`, `y${random()}`] as const)
    for (const [english] of pairs) expect(htmlOf(tokensOf(english))).toBe(english)
    const rows = await read(await written(...pairs.map(([english, french]) => unit(english, french))))
    expect(rows.map(({ cells }) => cells.slice(3, 5))).toEqual(pairs)
  })

  it('has its tags as pairs of codes, the same ones in both languages', () => {
    const xml = unitXml(
      unit('<p>Look <strong>here</strong>.</p>', '<p>Regardez <strong>ici</strong>, <em>là</em>.</p>'),
    )
    expect(xml).toContain(
      '<source><pc id="1" canCopy="no" canDelete="no" dataRefStart="d1" dataRefEnd="d2">Look <pc id="2"',
    )
    expect(xml).toContain(
      '<target><pc id="1" canCopy="no" canDelete="no" dataRefStart="d1" dataRefEnd="d2">Regardez <pc id="2"',
    )
    expect(xml).toContain('<pc id="t1"')
    expect(xml).toContain('<data id="d1">&lt;p&gt;</data>')
    expect(codesIn('<p>a<br>b</p>')).toEqual(['</p>', '<br>', '<p>'])
  })
})

describe('what translation programs make of a unit', () => {
  const DATA =
    '<originalData><data id="a">&lt;p&gt;</data><data id="b">&lt;/p&gt;</data><data id="c">&lt;br&gt;</data></originalData>'
  it('is several segments, with what is between them, in the order of the French', async () => {
    const [row] = await read(
      segments(
        '<segment state="final"><source>One.</source><target order="3">Un.</target></segment>' +
          '<ignorable><source> </source></ignorable>' +
          '<segment state="reviewed"><source>Two.</source><target order="1">Deux.</target></segment>',
      ),
    )
    expect(row?.cells).toEqual(['pages', '01-a', 'content', 'One. Two.', 'Deux. Un.', 'reviewed'])
  })

  it('is half, where a segment has no French', async () => {
    const [row] = await read(
      segments('<segment><source>One.</source><target>Un.</target></segment><segment><source>Two.</source></segment>'),
    )
    expect(row?.notes).toEqual({ 4: 'half' })
  })

  it('is half, where a segment has only codes for its words, or a copy of its English that nobody has translated', async () => {
    const french = '<segment state="translated"><source>One.</source><target>Un.</target></segment>'
    const noteOf = async (more: string) => (await read(segments(french + more, DATA)))[0]?.notes?.[4]
    const second = (state: string, source: string, target: string) =>
      `<segment state="${state}"><source>${source}</source><target>${target}</target></segment>`
    expect(await noteOf(second('translated', 'Two.<ph id="1" dataRef="c"/>', '<ph id="1" dataRef="c"/>'))).toBe('half')
    expect(await noteOf(second('initial', 'Open it.', 'Open it.'))).toBe('half')
    expect(await noteOf(second('translated', 'Open it.', 'Open it.'))).toBeUndefined()
    expect(await noteOf(second('initial', '12 V', '12 V'))).toBeUndefined()
    const copy = second('initial', 'Open it.', 'Open it.')
    expect((await read(segments(copy + copy)))[0]?.notes).toBeUndefined()
    expect((await read(segments(`${copy}<segment><source>Two.</source></segment>`)))[0]?.notes).toEqual({ 4: 'half' })
  })

  it('has marks, CDATA, notes, matches of other modules, and codes in two parts', async () => {
    const [row] = await read(
      segments(
        '<segment><source><sc id="1" dataRef="a"/>A &amp; <mrk id="m" type="term">b</mrk><![CDATA[ < c]]><ec startRef="1" dataRef="b"/></source>' +
          '<target><sc id="1" dataRef="a"/>A<sm id="n"/> et B<em startRef="n"/><ec startRef="1"/></target></segment>',
        `<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#1"><source>Other</source><target>Autre</target></mtc:match></mtc:matches><notes><note>Look</note></notes>${DATA}`,
      ),
    )
    expect(row).toEqual({
      row: 1,
      cells: ['pages', '01-a', 'content', '<p>A &amp; b &lt; c</p>', '<p>A et B</p>', 'initial'],
    })
  })

  it('says where a code stands for nothing', async () => {
    const [row] = await read(
      segments('<segment><source>A</source><target>A<ph id="9" dataRef="z"/></target></segment>'),
    )
    expect(row?.notes).toEqual({ 4: 'unknown_code' })
  })

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('is written in %s, with its mark', async (encoding) => {
    const text = `\ufeff${segments('<segment><source>A</source><target>É</target></segment>')}`
    const bytes = Buffer.from(text, encoding === 'utf-8' ? 'utf-8' : 'utf16le')
    const [row] = await read(encoding === 'utf-16be' ? bytes.swap16() : bytes)
    expect(row?.cells[4]).toBe('É')
  })
})

describe('a hostile file is refused', () => {
  const ok = '<segment><source>A</source></segment>'
  it.each<[what: string, text: string | Buffer, message: string]>([
    [
      'of XLIFF 1.2',
      '<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"/>',
      refusals.otherXliff('1.2'),
    ],
    [
      'of a namespace of somebody',
      '<xliff xmlns="urn:other" version="2.1" srcLang="en" trgLang="fr"/>',
      refusals.noXliff,
    ],
    ['of another root', '<?xml version="1.0"?><tmx/>', refusals.noXliff],
    ['with a DTD', `<!DOCTYPE xliff SYSTEM "http://127.0.0.1/x.dtd">${file()}`, refusals.xliffDoctype],
    [
      'with entities',
      file('<unit id="pages.1.content"><segment><source>&lol;</source></segment></unit>'),
      refusals.damagedXliff,
    ],
    ['into German', file().replace('fr-CA', 'de'), refusals.otherLanguages('en', 'de')],
    ['from no language', file().replace(' srcLang="en"', ''), refusals.otherLanguages('', 'fr-CA')],
    ['cut in half', segments(ok).slice(0, -20), refusals.damagedXliff],
    ['nested 100,000 deep', `${HEAD}${'<group>'.repeat(100_000)}`, refusals.deepXliff],
    [
      'with a code within codes 100,000 deep',
      segments(`<segment><source>${'<pc id="1">'.repeat(100_000)}</source></segment>`),
      refusals.deepXliff,
    ],
    [
      'with a unit of 5 MB',
      segments(`<segment><source>${'<ph id="1"/>'.repeat(400_000)}</source></segment>`),
      refusals.longUnit('pages.01-a.content'),
    ],
    [
      'with a text of 3 MB',
      segments(`<segment><source>${'a'.repeat(3_000_000)}</source></segment>`),
      refusals.longMarkup,
    ],
    [
      'whose codes stand for gigabytes',
      segments(
        `<segment><source>${'<ph id="1" dataRef="a"/>'.repeat(30_000)}</source></segment>`,
        `<originalData><data id="a">${'x'.repeat(100_000)}</data></originalData>`,
      ),
      refusals.longUnit('pages.01-a.content'),
    ],
    [
      'of another encoding than it says',
      Buffer.from([0x3c, 0x3f, 0x78, 0x6d, 0x6c, 0x3e, 0xff, 0xff]),
      refusals.damagedXliff,
    ],
  ])('%s', async (_what, text, message) => {
    expect(await refusal(text)).toBe(message)
  })

  it('and without `xliff` it is an XML file', async () => {
    const path = join(folder, 'other')
    await writeFile(path, segments(ok))
    await expect(readTable(path)).rejects.toThrow(refusals.otherKind('an XML file'))
  })
})
