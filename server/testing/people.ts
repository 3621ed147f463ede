import { v7 as newId } from 'uuid'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import type { Actor } from '../actor.ts'
import { openSession } from '../auth/sessions.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import { inTransaction } from '../db/transaction.ts'
import { type AnyChange, openChange } from '../records/open-change.ts'
import { carryOut } from '../records/plan/carry-out.ts'
import type { Own } from '../records/record-tables.ts'
import { addUser } from '../resources/users/users.service.ts'
import type { TestApp } from './build-test-app.ts'

/** Adds an active owner with that name, registered with a password that nobody knows. Returns the id. */
export function addOwner({ db }: TestApp, name = 'Grace Hopper') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const user = { name, email, type: 'SIMPLE', password_hash: 'unknown', social_id: null } as const
  const change = changeBy({ _id: newId(), kind: 'user' }, { kind: 'add', isFinal: true })
  return inTransaction(db, (db) => addUser(db, user, change))
}

/** A change as a call by that person would begin it. */
export const changeBy = (
  { _id, kind = 'admin' }: Pick<Actor, '_id'> & Partial<Actor>,
  more: Partial<Parameters<typeof openChange<Actor>>[0]> = {},
) => openChange<Actor>({ call: 'test', kind: 'other', message: 'Tested.', ...more, actor: { _id, kind } })

/** Adds records of one kind at once, as an import does. Call it in a transaction. */
export const addMany = <Table extends RecordTable>(
  db: Db,
  table: Table,
  records: Partial<Own<Table>>[],
  change: AnyChange,
) => carryOut(db, { table, writes: records.map((values) => ({ values })) }, change)

/** Adds a type, a year and a model of both; returns their ids as the fields of an RV. */
export async function addCatalogue(app: TestApp, name = '2285') {
  const cat_id = (await app.call(rvTypes.add, { name: `Type of ${name}`, seq_no: 1 })).data._id
  const year_id = (await app.call(years.add, { name: name.slice(0, 4) })).data._id
  const model = { cat_id, year_id, name, seq_no: 1, description: 'Bunks for two.' }
  return { category: cat_id, year: year_id, model: (await app.call(models.add, model)).data._id }
}

/** Adds another administrator with that name, and signs in: returns what their calls are made with. */
export async function addAnotherAdmin({ db }: TestApp, name: string) {
  const id = newId()
  const now = new Date().toISOString()
  const email = `${name.toLowerCase()}@example.com`
  await db
    .insertInto('admins')
    .values({
      id,
      name,
      name_key: textKey(name),
      email,
      password_hash: '',
      avatar_file: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, email, token: await openSession(db, id) }
}
