import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { years } from '#contract/years.ts'
import { startServer } from '../e2e/server.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { sweepFiles } from '../server/housekeeping/files-sweep.ts'
import { s3Files } from '../server/integrations/files/s3.ts'
import { aPicture } from '../server/testing/pictures.ts'
import { answered, type Call, callerOf } from './call.ts'
import { startSwift } from './swift.ts'
import { keyOf, signIn } from './workload.ts'

let swift: Awaited<ReturnType<typeof startSwift>>
let place: string
beforeAll(async () => {
  swift = await startSwift('office-files')
  place = mkdtempSync(join(tmpdir(), 'on-swift-'))
})
afterAll(async () => {
  await swift.stop()
  rmSync(place, { recursive: true })
})

const namesIn = async (files: ReturnType<typeof s3Files>) => {
  const names: string[] = []
  for await (const { name } of files.list()) names.push(name)
  return names.sort()
}

describe('OpenStack Swift', () => {
  it('keeps files, serves them whole and in parts, lists and removes them', async () => {
    const files = s3Files(swift.settings)
    await files.put('manuals/a.pdf', new Blob(['0123456789']))
    await files.put('manuals/large.pdf', new Blob([new Uint8Array(11_000_000)]))
    expect((await files.read('manuals/large.pdf'))?.byteLength).toBe(11_000_000)
    expect(await namesIn(files)).toEqual(['manuals/a.pdf', 'manuals/large.pdf'])
    const whole = await files.serve('manuals/a.pdf', {})
    expect(whole?.body && (await text(whole.body))).toBe('0123456789')
    const part = await files.serve('manuals/a.pdf', { range: 'bytes=2-4' })
    expect([part?.status, part?.body && (await text(part.body))]).toEqual([206, '234'])
    expect((await files.serve('manuals/a.pdf', { range: 'bytes=99-' }))?.status).toBe(416)
    expect((await files.serve('manuals/a.pdf', { 'if-none-match': whole?.headers.ETag }))?.status).toBe(304)
    for (const name of ['manuals/a.pdf', 'manuals/large.pdf', 'manuals/a.pdf']) await files.remove(name)
    expect([await namesIn(files), await files.read('manuals/a.pdf')]).toEqual([[], null])
  })

  it('under the product: uploads, backup and restore, faults of all kinds, and the sweep', async () => {
    const dataDir = join(place, 'data')
    const settings = { ...swift.env, DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' }
    let server = await startServer(settings)
    const token = await signIn(server.url, dataDir)
    let call = callerOf(server.url, keyOf(dataDir), token)
    const { _id: app_image_id, url } = answered(await call(appImages.add, { url: await aPicture(), seq_no: 1 })).data
    const picture = await (await fetch(url)).bytes()
    expect(picture.length).toBeGreaterThan(100)
    expect(existsSync(join(dataDir, 'files'))).toBe(false)

    await refusesUploadsOnly(call, url, app_image_id)

    runScript('scripts/backup.ts', settings, join(place, 'backups'))
    await server.stop()
    const files = s3Files(swift.settings)
    for (const name of await namesIn(files)) await files.remove(name)
    runScript('scripts/restore.ts', settings, join(place, 'backups', readdirSync(join(place, 'backups'))[0] ?? ''))
    server = await startServer(settings)
    call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
    expect(answered(await call(appImages.list, {})).total).toBe(1)
    const path = new URL(url).pathname
    expect(await (await fetch(server.url + path)).bytes()).toEqual(picture)
    await server.stop()

    const db = openDatabase(join(dataDir, 'back-office.db'))
    const inUse = path.replace('/files/', '')
    const nobodys = 'sliders/01900000-0000-7000-8000-000000000000.png'
    await files.put(nobodys, new Blob(['x']))
    // One of two is more than a tenth, so it stops.
    const inTwoWeeks = Date.now() + 15 * 86_400_000
    expect(await sweepFiles(db, files, inTwoWeeks)).toEqual({
      files: 2,
      unnamed: 1,
      stopped: true,
      missing: [],
      erased: [],
    })
    expect((await namesIn(files)).sort()).toEqual([inUse, nobodys].sort())
    await files.trash(nobodys, '2026-01-01')
    expect((await namesIn(files)).sort()).toEqual([inUse, `trash/2026-01-01/${nobodys}`])
    expect(await sweepFiles(db, files, inTwoWeeks)).toEqual({
      files: 1,
      unnamed: 0,
      stopped: false,
      missing: [],
      erased: [],
    })
    expect(await namesIn(files)).toEqual([inUse])
    await db.destroy()
  }, 300_000)
})

/** For any fault of the storage: an upload is refused in words, changes nothing, and works once the storage does. */
async function refusesUploadsOnly(call: Call, url: string, app_image_id: string) {
  const faults = [
    { strike: swift.goDown, mend: swift.comeBack },
    { strike: swift.loseObjects, mend: swift.comeBack },
    { strike: swift.hang, mend: swift.continueWith },
  ]
  for (const { strike, mend } of faults) {
    await strike()
    const upload = { url: await aPicture({ format: 'jpeg' }), seq_no: 2, app_image_id }
    const [refusal, served, page] = await Promise.all([call(appImages.edit, upload), fetch(url), call(years.list, {})])
    expect(refusal).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('file storage'), request_id: expect.any(String) },
    })
    expect([served.status, answered(page).total]).toEqual([503, 0])
    await mend()
    expect(answered(await call(appImages.list, {})).data).toMatchObject([{ seq_no: 1, url }])
    expect((await fetch(url)).status).toBe(200)
  }
}

function runScript(script: string, settings: Record<string, string>, folder: string) {
  const env = { PATH: process.env.PATH, ...settings }
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8', env })
  expect([status, status ? stderr + stdout : '']).toEqual([0, ''])
}
