import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { sampleOf } from '#contract/kinds.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { content } from '#contract/owner/content.ts'
import { inTransaction } from '../db/transaction.ts'
import { notedFiles } from '../integrations/files/stored-files.ts'
import { runNextJob } from '../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { manualFactory } from '../testing/manuals.ts'
import { aPicture, formOf } from '../testing/pictures.ts'
import { type Ask, listedFor, syncingApp } from '../testing/syncing-app.ts'
import { askToReadFiles, askToReadUnknown, fileJobs } from './file-facts.ts'
import { sweepFiles } from './files-sweep.ts'

let app: TestApp
const ask: Ask = (endpoint, input) => app.call(endpoint, input, { token: null })
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

let last = 0
const aName = (ending: 'png' | 'pdf' = 'png') =>
  `${ending === 'pdf' ? 'manuals' : 'manual-pages'}/00000000-0000-0000-0000-${String(++last).padStart(12, '0')}.${ending}`
const factsOf = (text: string) => ({ bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') })
const noted = (name: string) => app.db.selectFrom('stored_files').selectAll().where('name', '=', name).execute()
/** Stored as a former release did, which recorded no facts about files. */
const keepUnnoted = (name: string, text: string) => app.deps.files.put(name, new Blob([text]))

async function aDealer() {
  return (await app.call(dealers.add, formOf({ ...sampleOf('dealers'), logo: await aPicture() } as never))).data
}
const logoFile = async () => (await ask(content.dealers, {})).data[0]?.logo_file
const nameIn = (address: string | null) => String(address).split('/files/')[1] ?? ''

/** A manual with a page and a PDF, both naming files that nobody has read, and one in the text that is missing. */
async function aFormerManual() {
  const make = manualFactory(app)
  const manual = await make.aManual()
  const [picture, pdf, gone] = [aName(), aName('pdf'), aName()]
  await keepUnnoted(picture, 'a picture')
  await keepUnnoted(pdf, 'a PDF')
  const subTopic = await make.aSubTopic((await make.aTopic())._id)
  const page = await make.aPage(manual._id, subTopic, `<img src="/files/${picture}"><img src="/files/${gone}">`)
  await app.db.updateTable('manuals').set({ pdf_file: pdf }).execute()
  // No other change makes it look new.
  await app.db.updateTable('manual_pages').set({ updated_at: '2020-01-01T00:00:00.000Z' }).execute()
  return { manual, page, picture, pdf, gone }
}

describe('the facts of files', () => {
  it('of a former release are found out once an answer has named them, and apps that sync hear of it', async () => {
    const { picture, pdf, gone } = await aFormerManual()
    const one = syncingApp(ask)
    expect(await one.sync()).toEqual(await listedFor(ask))
    const told = async () => {
      const manual = (await ask(content.manuals, {})).data[0]
      const page = (await ask(content.manualPages, { manual_id: manual?._id ?? '' })).data[0]
      return [manual?.pdf_file, page?.pictures]
    }
    const at = (name: string) => ({ url: `${app.deps.settings.publicUrl}/files/${name}` })
    const unknown = (name: string) => ({ ...at(name), bytes: null, sha256: null })
    expect(await told()).toEqual([unknown(pdf), [unknown(picture), unknown(gone)]])
    await askToReadUnknown(app.db)
    await app.runJobs()
    expect(await told()).toEqual([{ ...at(pdf), ...factsOf('a PDF') }, [{ ...at(picture), ...factsOf('a picture') }]])
    expect(await one.sync()).toEqual(await listedFor(ask))
    expect(
      [...one.held.values()].filter((record) => JSON.stringify(record).includes(factsOf('a PDF').sha256)),
    ).toHaveLength(1)
  })

  it('are found out for all files that are stored, some at a time, before anybody asks', async () => {
    const names = Array.from({ length: 1030 }, () => aName())
    for (const name of names) await keepUnnoted(name, name)
    await keepUnnoted('sliders/notes.txt', 'of somebody else')
    await askToReadFiles(app.db)
    await askToReadFiles(app.db)
    const read = vi.spyOn(app.deps.files, 'read')
    const handlers = fileJobs(app.db, app.deps.files)
    const readEachTime: number[] = []
    while (await runNextJob(app.db, handlers, app.deps.log)) readEachTime.push(read.mock.calls.length)
    expect(readEachTime).toEqual([0, 500, 1000, 1030])
    const rows = await app.db.selectFrom('stored_files').select(['name', 'bytes', 'sha256']).orderBy('name').execute()
    expect(rows).toEqual(names.toSorted().map((name) => ({ name, ...factsOf(name) })))
  })

  it('reach an app also where a page is saved while they are found out', async () => {
    const { manual, page, picture } = await aFormerManual()
    const one = syncingApp(ask)
    await one.sync()
    const make = manualFactory(app)
    const subTopic = await make.aSubTopic((await make.aTopic('Water'))._id, 'Pump')
    await askToReadUnknown(app.db)
    const { 'read-files': readFiles } = fileJobs(app.db, app.deps.files)
    let saved = 0
    await readFiles?.({ listed: true } as never, {
      // All texts have been read by then.
      async write(db, work) {
        if (!saved++) {
          await make.aPage(manual._id, subTopic, `<p>New</p><img src="/files/${picture}">`)
          await app.call(manualPages.edit, { manual_page_id: page._id, content: '<p>None any more</p>' })
          await one.sync()
        }
        return inTransaction(db, work)
      },
      isLast: false,
      continueWith: async () => {},
      reached: async () => {},
    })
    expect(await one.sync()).toEqual(await listedFor(ask))
    const pictures = [...one.held.values()].flatMap((record) => ('pictures' in record ? record.pictures : []))
    expect(pictures).toMatchObject([factsOf('a picture')])
  })

  it('are none for a file that is missing, which apps hear of, and again when it is back', async () => {
    const name = nameIn((await aDealer()).logo)
    const one = syncingApp(ask)
    await one.sync()
    const kept = await app.deps.files.read(name)
    const before = await logoFile()
    expect(before).toMatchObject({ bytes: kept?.length })
    const look = async () => {
      await askToReadFiles(app.db)
      await app.runJobs()
      expect(await one.sync()).toEqual(await listedFor(ask))
      return logoFile()
    }
    await app.deps.files.remove(name)
    expect(await look()).toBeNull()
    await app.deps.files.put(name, new Blob([Buffer.from(kept ?? '')]))
    expect(await look()).toEqual(before)
  })

  it('stay as long as an undo may need the file, and go with it', async () => {
    const dealer = await aDealer()
    const former = nameIn(dealer.logo)
    const fields = { ...sampleOf('dealers'), service_id: dealer._id, logo: await aPicture({ width: 60 }) }
    const { data } = await app.call(dealers.edit, formOf(fields as never))
    expect(await noted(nameIn(data.logo))).toMatchObject([{ is_missing: 0 }])
    expect(await noted(former)).toMatchObject([{ is_missing: 0 }])
    const inSixtyDays = Date.now() + 60 * 86_400_000
    await sweepFiles(app.db, app.deps.files, inSixtyDays)
    expect(await noted(former)).toMatchObject([{ is_missing: 0 }])
    for (const table of ['activity', 'changes'] as const) await app.db.deleteFrom(table).execute()
    await sweepFiles(app.db, app.deps.files, inSixtyDays, new Set([former]))
    expect(await noted(former)).toEqual([])
  })

  it('are noted before anything names the file: where that fails, the file is not kept', async () => {
    const name = aName()
    const files = notedFiles(app.db, app.deps.files)
    await files.put(name, new Blob(['kept']))
    expect(await noted(name)).toEqual([{ name, ...factsOf('kept'), is_missing: 0 }])
    await files.remove(name)
    expect(await noted(name)).toEqual([])
    await app.db.schema.alterTable('stored_files').renameTo('stored_files_away').execute()
    await expect(files.put(name, new Blob(['lost']))).rejects.toThrow('stored_files')
    expect(await app.deps.files.read(name)).toBeNull()
  })
})
