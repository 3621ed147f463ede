import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SqliteFile } from './sqlite-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-file-'))
  file = join(folder, 'some.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const codeOf = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  }
}

it('gives plain objects, also of rows that a write returns, and knows which statements have rows', () => {
  const database = new SqliteFile(':memory:')
  database.exec('create table t (a integer primary key, b text)')
  const insert = database.prepare('insert into t (b) values (?) returning a, b')
  expect([insert.reader, insert.all(['x'])]).toEqual([true, [{ a: 1, b: 'x' }]])
  expect(Object.getPrototypeOf(database.prepare('select * from t').get())).toBe(Object.prototype)
  const update = database.prepare('update t set b = ?')
  expect([update.reader, update.run(['y']).changes, database.column('select b from t')]).toEqual([false, 1, ['y']])
  expect([...database.prepare('select b from t').iterate()]).toEqual([{ b: 'y' }])
})

it('names its errors as SQLite does', async () => {
  const one = new SqliteFile(file)
  one.exec('pragma journal_mode = WAL; create table t (a unique); insert into t values (1)')
  const other = new SqliteFile(file, { timeout: 0 })
  one.exec('begin immediate')
  expect(codeOf(() => other.exec('begin immediate'))).toBe('SQLITE_BUSY')
  one.exec('rollback')
  expect(codeOf(() => one.exec('insert into t values (1)'))).toBe('SQLITE_CONSTRAINT')
  expect(codeOf(() => one.prepare('select nothing'))).toBe('SQLITE_ERROR')
  expect(codeOf(() => new SqliteFile(file, { readonly: true }).exec('delete from t'))).toBe('SQLITE_READONLY')
  expect(codeOf(() => new SqliteFile(join(folder, 'none.db'), { readonly: true }))).toBe('SQLITE_CANTOPEN')
  writeFileSync(join(folder, 'bad.db'), 'this is no database '.repeat(100))
  expect(codeOf(() => new SqliteFile(join(folder, 'bad.db')).column('select * from t'))).toBe('SQLITE_NOTADB')
  await expect(one.backup(join(folder, 'no', 'where.db'))).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' })
})

it('keeps statements right when another connection changes the table', () => {
  const [one, other] = [new SqliteFile(file), new SqliteFile(file)]
  one.exec('create table t (a); insert into t values (1)')
  expect(other.prepare('select * from t').all()).toEqual([{ a: 1 }])
  one.exec('alter table t add column b default 2')
  expect(other.prepare('select * from t').all()).toEqual([{ a: 1, b: 2 }])
})

it('undoes a transaction that fails, and copies a file, with its log or from its bytes', async () => {
  const database = new SqliteFile(file)
  database.exec('pragma journal_mode = WAL; create table t (a); insert into t values (1)')
  expect(() =>
    database.transaction(() => {
      database.exec('insert into t values (2)')
      throw new Error('no')
    }),
  ).toThrow('no')
  await database.backup(join(folder, 'copy.db'))
  database.close()
  expect(new SqliteFile(join(folder, 'copy.db')).column('select a from t')).toEqual([1])
  const inMemory = new SqliteFile(readFileSync(file))
  inMemory.exec('insert into t values (3)')
  expect(inMemory.column('select a from t')).toEqual([1, 3])
})
