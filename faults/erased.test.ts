import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { users } from '#contract/users.ts'
import { type RunningServer, startServer } from '../e2e/server.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { answered, type Call, callerOf } from './call.ts'
import { createDatabase } from './postgres.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE })

const WORDS = ['Zebrawood', 'Quokkaville', 'gracelyn@hopperson.example', 'Gracelyn', 'Xylophone', 'phone-of-gracelyn']
const login = { email: 'gracelyn@hopperson.example', password: 'flow-matic-1!' }
const asked = { asked_by: 'owner', verified_by: 'password', now: true } as const

let place: string
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
const at = (...names: string[]) => join(place, ...names)
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'erased-'))
  postgres = await startPrivatePostgres()
})
afterAll(() => {
  postgres.throwAway()
  rmSync(place, { recursive: true, force: true })
})

const start = (env: Record<string, string>) => startServer({ DEMO_DATA: 'false', LOG_LEVEL: 'warn', ...env })

function run(words: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  expect([words, status, stderr]).toEqual([words, 0, ''])
  return stdout
}

const officeOf = async ({ url, dataDir }: RunningServer) => callerOf(url, keyOf(dataDir), await signIn(url, dataDir))

/** An owner with a word of theirs in everything. */
async function settle({ url, dataDir }: RunningServer) {
  const visitor = callerOf(url, keyOf(dataDir))
  answered(await visitor(ownerAccount.register, { ...login, name: 'Gracelyn Hopper' }))
  const { data } = answered(await visitor(ownerAccount.signIn, login))
  if (data.must_change_password) throw new Error('a password that was chosen must not be changed')
  const mine = callerOf(url, keyOf(dataDir), data.token)
  const long = 'Xylophone '.repeat(49)
  for (let place = 0; place < 20; place++)
    answered(await mine(ownRecords.addChecklist, { name: `Zebrawood ${place}`, note: long }))
  answered(await mine(ownerAccount.editProfile, { name: 'Gracelyn Hopper', state: 'Quokkaville' }))
  answered(await mine(ownerAccount.editProfile, { name: 'Gracelyn Hopper', state: '' }))
  answered(await mine(ownNotifications.addDevice, { token: 'phone-of-gracelyn', platform: 'ios' }))
  return data._id
}

/** The files below a folder that have one of the words, as UTF-8 or UTF-16. */
function filesWithWords(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .flatMap((name) => {
      const bytes = readFileSync(join(folder, name))
      const has = WORDS.filter((word) =>
        [word, word.toLowerCase()].some((one) => bytes.includes(one) || bytes.includes(Buffer.from(one, 'utf16le'))),
      )
      return has.length ? [`${name}: ${has.join(', ')}`] : []
    })
}

const jobsAreDone = (dataDir: string, id: string) =>
  vi.waitFor(() => expect(existsSync(join(dataDir, 'files', 'erased', id))).toBe(true), { timeout: PATIENCE })

async function eraseOn(server: RunningServer, id: string) {
  const office: Call = await officeOf(server)
  answered(await office(privacy.erase, { user_id: id, ...asked }))
  await jobsAreDone(server.dataDir, id)
  return office
}

it('of an owner who was erased no word is in any byte of the data folder', async () => {
  const server = await start({ DATA_DIR: at('bytes') })
  const id = await settle(server)
  await vi.waitFor(() => expect(server.newestMail()).toContain('hopperson'), { timeout: PATIENCE })
  expect(filesWithWords(at('bytes')).length).toBeGreaterThan(1)
  await eraseOn(server, id)
  await vi.waitFor(() => expect(filesWithWords(at('bytes'))).toEqual([]), { timeout: PATIENCE })
  await server.stop()
  expect(filesWithWords(at('bytes'))).toEqual([])
})

it.each(['SQLite', 'PostgreSQL'])('a backup of before does not bring them back: %s', async (kind) => {
  const databaseUrl = async (): Promise<Record<string, string>> =>
    kind === 'SQLite' ? {} : { DATABASE_URL: await createDatabase(postgres) }
  const env: Record<string, string> = { DATA_DIR: at(kind), ...(await databaseUrl()) }
  const server = await start(env)
  const id = await settle(server)
  run(['scripts/backup.ts', at(`backups-${kind}`)], env)
  const [before = ''] = readdirSync(at(`backups-${kind}`))
  await eraseOn(server, id)
  await server.stop()
  const target = { ...env, ...(await databaseUrl()) }
  expect(run(['scripts/restore.ts', at(`backups-${kind}`, before)], target)).toContain('\n1 person was erased again.\n')
  const restored = await start(target)
  const office = await officeOf(restored)
  expect(answered(await office(users.get, { user_id: id })).data.name).toBe('Erased')
  // The next backup knows it as well, on another machine.
  run(['scripts/backup.ts', at(`later-${kind}`)], target)
  const [later = ''] = readdirSync(at(`later-${kind}`))
  expect(readdirSync(at(`later-${kind}`, later, 'files', 'erased'))).toEqual([id])
  await restored.stop()
})
