import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../testing/manuals.ts'
import { plainPdf } from '../../testing/pdfs.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
let make: ReturnType<typeof manualFactory>
beforeEach(async () => {
  app = await buildTestApp()
  make = manualFactory(app)
})
afterEach(() => app.close())

const stored = (folder = 'manuals') => readdir(join(app.dataDir, 'files', folder)).catch(() => [])
const fetched = (url: string | null, headers = {}) => app.app.inject({ url: new URL(url ?? '').pathname, headers })
const manual = async () => (await app.call(manuals.list, {})).data[0]

describe('admin/manuals', () => {
  it('says each change in the agreed words, and names a manual by its type and year', async () => {
    const category = (await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: 1 })).data._id
    const year = (await app.call(years.add, { name: '2025' })).data._id
    const { message, data } = await app.call(manuals.add, { category, year })
    expect(message).toBe('Manual added successfully.')
    expect(data).toMatchObject({
      name: 'Truck Camper - 2025',
      category: { _id: category, name: 'Truck Camper' },
      rv_type: 'Truck Camper',
      year: { _id: year, name: '2025' },
      year_name: '2025',
      pdf_url: null,
      pdf_outdated: false,
      page_count: 0,
    })
    const manual_id = data._id
    expect((await app.call(manuals.delete, { manual_id, version: 1 })).message).toBe('Manual removed successfully.')
    expect((await app.call(manuals.restore, { manual_id, version: 2 })).message).toBe('Manual restored successfully.')
    expect((await app.refusal(manuals.delete, { manual_id, version: 1 })).status).toBe(409)
  })

  it('refuses a type or year that is not on offer', async () => {
    const { category, year } = await make.aManual()
    await app.call(rvTypes.delete, { cat_id: category._id })
    expect((await app.refusal(manuals.add, { category: category._id, year: year._id })).errors).toEqual({
      category: ['Please select RV Type'],
    })
    expect((await app.refusal(manuals.add, { category: 'nothing', year: '' })).errors).toEqual({
      year: ['Please select Year'],
    })
  })

  it('keeps one active manual for each type and year', async () => {
    const first = await make.aManual()
    const pair = { category: first.category._id, year: first.year._id }
    const taken = { year: ['Manual already exists.'] }
    expect((await app.refusal(manuals.add, pair)).errors).toEqual(taken)
    await app.call(manuals.delete, { manual_id: first._id })
    await app.call(manuals.add, pair)
    expect((await app.refusal(manuals.restore, { manual_id: first._id })).errors).toEqual(taken)
  })

  it('is found and sorted by type, by year, and by both as they are shown', async () => {
    for (const [type, year] of [
      ['Travel Trailer', '2024'],
      ['Truck Camper', '2025'],
    ] as const)
      await make.aManual(type, year)
    const names = async (input: object) => (await app.call(manuals.list, input)).data.map(({ name }) => name)
    expect(await names({ filters: { name: { value: 'er - 202' } } })).toHaveLength(2)
    expect(await names({ filters: { name: { value: 'CAMPER - 2025' } } })).toEqual(['Truck Camper - 2025'])
    expect(await names({ filters: { name: { op: 'equals', value: 'travel trailer - 2024' } } })).toHaveLength(1)
    expect(await names({ filters: { year_name: { value: '2024' } } })).toEqual(['Travel Trailer - 2024'])
    const sort = [{ field: 'name', order: 'desc' }]
    expect(await names({ sort, page: 1 })).toEqual(['Truck Camper - 2025', 'Travel Trailer - 2024'])
  })

  it('lists the years on offer', async () => {
    const { year } = await make.aManual()
    await app.call(years.delete, { year_id: year._id })
    await app.call(years.add, { name: '2031' })
    const offered = await app.call(manuals.manual_years, { is_deleted: 'false' })
    expect(offered.data.map(({ name }) => name)).toEqual(['2031'])
  })
})

describe('admin/manuals/create_pdf', () => {
  it('keeps what arrives in the data folder, and only while the call runs', async () => {
    const { _id: manual_id } = await make.aManual()
    const uploads = join(app.dataDir, 'uploads')
    await expect(readdir(uploads)).rejects.toThrow('ENOENT')
    await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
    expect(await readdir(uploads)).toEqual([])
  })

  it('keeps a PDF, serves it whole and in parts, and replaces it', async () => {
    const { _id: manual_id } = await make.aManual()
    const { message, data } = await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
    expect([message, data.pdf_outdated]).toEqual(['file uploaded successfully', false])
    const whole = await fetched(data.pdf_url)
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(whole.headers['content-security-policy']).toContain('sandbox')
    const part = await fetched(data.pdf_url, { range: 'bytes=5-9' })
    expect([part.statusCode, part.body]).toEqual([206, whole.body.slice(5, 10)])
    expect(part.headers['content-range']).toBe(`bytes 5-9/${whole.rawPayload.length}`)
    expect((await fetched(data.pdf_url, { range: 'bytes=99999999-' })).statusCode).toBe(416)
    expect((await fetched(data.pdf_url, { 'if-none-match': whole.headers.etag })).statusCode).toBe(304)
    await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf('newer.pdf') }))
    expect(await stored()).toHaveLength(1)
    expect((await fetched(data.pdf_url)).statusCode).toBe(404)
  })

  it('keeps the PDF of a file with other bytes around it, and serves its parts', async () => {
    const { _id: manual_id } = await make.aManual()
    const pdf = plainPdf({ text: 'Look here first.', tags: true, language: 'en' })
    const content = new Uint8Array(Buffer.concat([Buffer.from('\n'), pdf, Buffer.alloc(3004)]))
    const file = new File([content], 'scanner.pdf', { type: 'application/pdf' })
    const { data, warning } = await app.call(manuals.create_pdf, formOf({ manual_id, file }))
    expect(warning).toBeUndefined()
    expect((await fetched(data.pdf_url)).rawPayload).toEqual(pdf)
    const part = await fetched(data.pdf_url, { range: 'bytes=0-4' })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF-'])
    expect(part.headers['content-range']).toBe(`bytes 0-4/${pdf.length}`)
  })

  it('says of a PDF that it keeps what readers will miss', async () => {
    const { _id: manual_id } = await make.aManual()
    const file = new File([new Uint8Array(plainPdf())], 'scan.pdf', { type: 'application/pdf' })
    const { message, warning, data } = await app.call(manuals.create_pdf, formOf({ manual_id, file }))
    expect([message, data.pdf_url !== null]).toEqual(['file uploaded successfully', true])
    expect(warning).toBe(
      'This PDF has no text (it may be a scan), no tags, and no language, so it cannot be searched or read aloud.',
    )
  })

  it('refuses what does not open as a PDF, by its name, and stores nothing', async () => {
    const { _id: manual_id } = await make.aManual()
    const pdf = new Uint8Array(await (await aPdf()).arrayBuffer())
    const bad: [name: string, content: BlobPart][] = [
      ['setup.pdf', 'MZ\u0090\u0000 this program cannot be run in DOS mode'],
      ['notes.pdf', 'just a text'],
      ['cut.pdf', pdf.slice(0, pdf.length / 2)],
      ['hollow.pdf', '%PDF-1.7\n%%EOF\n'],
    ]
    for (const [name, content] of bad) {
      const file = new File([content], name, { type: 'application/pdf' })
      const refusal = await app.refusal(manuals.create_pdf, formOf({ manual_id, file }))
      expect([refusal.status, refusal.message]).toEqual([415, `${name} is not a pdf file`])
      expect(refusal.errors).toEqual({ file: [`${name} is not a pdf file`] })
    }
    expect([await stored(), (await manual())?.pdf_url]).toEqual([[], null])
  })

  it('refuses more than 50 MB and a manual that is not there, and stores nothing', async () => {
    const { _id: manual_id } = await make.aManual()
    const large = new File(['%PDF-1.7\n', new Uint8Array(50 * 1024 * 1024)], 'large.pdf')
    const refusal = await app.refusal(manuals.create_pdf, formOf({ manual_id, file: large }))
    expect([refusal.status, refusal.message]).toEqual([413, 'File size should not be more than 50 MB'])
    const lost = await app.refusal(manuals.create_pdf, formOf({ manual_id: 'nothing', file: await aPdf() }))
    expect(lost.status).toBe(404)
    expect((await app.refusal(manuals.create_pdf, formOf({ manual_id }))).message).toBe('Please choose a PDF file.')
    expect(await stored()).toEqual([])
  })

  it('refuses an upload that breaks off, and stores nothing', async () => {
    const { _id: manual_id } = await make.aManual()
    const response = new Response(formOf({ manual_id, file: await aPdf() }))
    const bytes = Buffer.from(await response.arrayBuffer())
    const cut = await app.app.inject({
      method: 'POST',
      url: `/api/v1/${manuals.create_pdf.path}`,
      headers: {
        'x-api-key': app.deps.apiKey,
        token: app.token ?? '',
        'content-type': response.headers.get('content-type') ?? '',
      },
      payload: bytes.subarray(0, bytes.length - 3000),
    })
    expect(cut.statusCode).toBeGreaterThanOrEqual(400)
    expect(cut.statusCode).toBeLessThan(500)
    expect(await stored()).toEqual([])
  })
})

describe('admin/manuals/outline', () => {
  it('gives the sub topics by topic in sequence, each with its page or as a gap', async () => {
    const [last, first] = [await make.aTopic('Water', 2), await make.aTopic('Electrical', 1)]
    const [pump, fuses] = [await make.aSubTopic(last._id, 'Pump'), await make.aSubTopic(first._id, 'Fuses')]
    await make.aSubTopic(first._id, 'Wiring', 2)
    const { _id: manual_id } = await make.aManual()
    const page = await make.aPage(manual_id, fuses)
    const removed = await make.aPage(manual_id, pump)
    await app.call(manualPages.delete, { manual_page_id: removed._id })
    const { data } = await app.call(manuals.outline, { manual_id })
    expect([data.page_count, data.gap_count]).toEqual([1, 2])
    expect(
      data.topics.map(({ name, sub_topics }) => [name, ...sub_topics.map(({ name, page_id }) => [name, page_id])]),
    ).toEqual([
      ['Electrical', ['Fuses', page._id], ['Wiring', null]],
      ['Water', ['Pump', null]],
    ])
    expect((await app.refusal(manuals.outline, { manual_id: 'nothing' })).status).toBe(404)
  })
})
