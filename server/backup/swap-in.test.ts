import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HalfDone } from './half-done.ts'
import { swapIn } from './swap-in.ts'

let place: string
const at = (name: string) => join(place, name)
const change = (name: string) => ({ path: at(name), next: at(`${name}.part`), kept: at(`${name}.before`) })
async function contents() {
  const names = (await readdir(place)).sort()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(at(name), 'utf8')])))
}
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'swap-'))
  for (const name of ['database', 'log']) await writeFile(at(name), `old ${name}`)
  for (const name of ['database.part', 'key.part']) await writeFile(at(name), 'new')
})
afterEach(() => rm(place, { recursive: true }))

it('replaces, adds and takes away, and keeps what was there', async () => {
  await swapIn([{ ...change('log'), next: undefined }, change('database'), change('key')])
  expect(await contents()).toEqual({
    database: 'new',
    'database.before': 'old database',
    key: 'new',
    'log.before': 'old log',
  })
})

it.each(['log', 'database', 'key'])('puts all back when the change after %s fails', async (last) => {
  const names = ['log', 'database', 'key']
  const made = names.slice(0, names.indexOf(last) + 1)
  const before = await contents()
  const changes = made.map((name) => (name === 'log' ? { ...change(name), next: undefined } : change(name)))
  await expect(swapIn([...changes, change('other')])).rejects.toThrow('ENOENT')
  const { database, log, ...rest } = await contents()
  expect({ database, log }).toEqual({ database: before.database, log: before.log })
  expect(Object.keys(rest).filter((name) => !name.endsWith('.part'))).toEqual([])
})

it('touches nothing when what is there cannot be kept, as under a name that is taken', async () => {
  await writeFile(at('database.before'), 'older')
  await expect(swapIn([change('database')])).rejects.toThrow('EEXIST')
  expect(await readFile(at('database'), 'utf8')).toBe('old database')
  expect(await readFile(at('database.before'), 'utf8')).toBe('older')
})

it('says that it ended half-way, and what is kept, where what was there cannot be put back', async () => {
  await mkdir(at('folder.part'))
  const swapping = swapIn([change('database'), change('folder'), change('other')])
  await expect(swapping).rejects.toThrow(HalfDone)
  await expect(swapping).rejects.toThrow(`could not be put back`)
  await expect(swapping).rejects.toThrow(at('database.before'))
  expect(await readFile(at('database.before'), 'utf8')).toBe('old database')
})
