import { v7 as newId } from 'uuid'
import { checklistKind } from '#contract/checklists.ts'
import { maintenanceItemKind } from '#contract/maintenance-items.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { toasts } from '#contract/records.ts'
import { hashPassword } from '../auth/passwords.ts'
import { randomPassword } from '../auth/tokens.ts'
import { DAY } from '../clock.ts'
import { insertMany } from '../db/engines/insert-many.ts'
import type { Db } from '../db/schema.ts'
import { asPartOf, openChange } from '../records/open-change.ts'
import { withKeys } from '../records/record-tables.ts'
import { checklistRecords } from '../resources/checklists/checklists.service.ts'
import { maintenanceItemRecords } from '../resources/maintenance-items/maintenance-items.service.ts'
import { daysFromToday } from './days.ts'
import { countOf, fillFrom } from './fill-from.ts'
import { demoPlace, demoRvNumbers, demoUser, dice, ownersChecklists, ownersItems } from './people.ts'

const USERS = 25_000
const RVS = 30_000
const SIGN_INS = 12_000
const WARRANTIES = 200
const YEARS = 3 * 365 * DAY

type Roll = () => number
type Owner = ReturnType<typeof userRow>

/** Adds owners, their RVs, checklists and maintenance items, and a warranty register. Call it in a transaction. */
export async function addPeople(db: Db) {
  const users = await addUsers(db, USERS)
  const rvs = await addRvs(db, RVS)
  const roll = dice(20_260_404)
  await insertMany(db, 'warranties', warrantyRows(rvs, roll))
  const end = Date.now()
  await insertMany(
    db,
    'app_sign_ins',
    Array.from({ length: SIGN_INS }, () => signInRow(users, end, roll)),
  )
  await addOwnCare(db, users)
}

/**
 * Adds owners until there are `wanted`; the same ones each time. Returns the newest ones added, at most as many as the
 * demo data has. Call it in a transaction.
 */
export async function addUsers(db: Db, wanted: number) {
  const present = await countOf(db, 'users')
  const roll = dice(20_260_404 + present)
  // Nobody knows this password: to sign in as an owner, register one or reset a password.
  const passwordHash = await hashPassword(randomPassword())
  const start = Date.now() - YEARS
  const newest: Owner[] = []
  function* rows() {
    for (let number = present; number < wanted; number++) {
      const row = userRow(number, start + ((number + roll()) / wanted) * YEARS, passwordHash, roll)
      if (wanted - number <= USERS) newest.push(row)
      yield row
    }
  }
  await fillFrom(db, 'users', rows())
  return newest
}

/**
 * Adds RVs of existing owners until there are `wanted`. Returns the newest ones added, at most as many as the demo data
 * has. Call it in a transaction.
 */
export async function addRvs(db: Db, wanted: number) {
  const present = await countOf(db, 'rvs')
  const roll = dice(20_260_405 + present)
  const models = await db.selectFrom('models').select(['id', 'cat_id', 'year_id', 'name']).execute()
  const users = (await db.selectFrom('users').select('id').orderBy('seq').execute()).map(({ id }) => id)
  const start = Date.now() - YEARS
  const newest: (ReturnType<typeof rvRow> & { model: string })[] = []
  function* rows() {
    for (let number = present; number < wanted; number++) {
      const registeredAt = (number + roll()) / wanted
      const user = users[Math.floor(roll() * registeredAt * users.length)] as string
      const model = models[Math.floor(roll() * models.length)] as (typeof models)[number]
      const row = rvRow(user, model, start + registeredAt * YEARS, roll)
      if (wanted - number <= RVS) newest.push({ ...row, model: model.name })
      yield row
    }
  }
  await fillFrom(db, 'rvs', rows())
  return newest
}

const shared = (moment: number, deleted = false) => ({
  id: newId({ msecs: moment }),
  is_deleted: deleted ? 1 : 0,
  version: 1,
  created_at: new Date(moment).toISOString(),
  updated_at: new Date(moment).toISOString(),
})

function userRow(number: number, moment: number, passwordHash: string, roll: Roll) {
  const { name, email, type, active } = demoUser(number, roll)
  return withKeys('users', {
    ...shared(moment),
    name,
    email,
    type,
    social_id: type === 'SIMPLE' ? null : `demo-${number}`,
    ...demoPlace(number),
    status: active ? 1 : 0,
    password_hash: type === 'SIMPLE' ? passwordHash : null,
    must_change_password: 0,
  })
}

function rvRow(userId: string, model: { id: string; cat_id: string; year_id: string }, moment: number, roll: Roll) {
  const { vin, serial_no, deleted } = demoRvNumbers(roll)
  const { id: model_id, cat_id, year_id } = model
  return { ...shared(moment, deleted), user_id: userId, cat_id, model_id, year_id, serial_no, vin }
}

/** Warranties for the newest RVs, which lists show first. Every sixth RV was bought second-hand and has none. */
function warrantyRows(rvs: { serial_no: string | null; model: string; created_at: string }[], roll: Roll) {
  const newestFirst = rvs.filter(({ serial_no }) => serial_no !== null).reverse()
  const covered = newestFirst.filter((_, place) => place % 6 !== 5).slice(0, WARRANTIES)
  return covered.map(({ serial_no, model, created_at }) => {
    const purchased = Date.parse(created_at) - Math.floor(roll() * 200) * DAY
    const years = roll() < 0.7 ? 1 : 3
    return {
      id: newId(),
      serial: serial_no,
      model,
      purchased_on: new Date(purchased).toISOString().slice(0, 10),
      expires_on: new Date(purchased + years * 365 * DAY).toISOString().slice(0, 10),
    }
  })
}

function signInRow(users: Owner[], end: number, roll: Roll) {
  const user = users[Math.floor(roll() * users.length)] as Owner
  const at = end - roll() * (end - Date.parse(user.created_at))
  return { id: newId({ msecs: at }), user_id: user.id, at: new Date(at).toISOString() }
}

async function addOwnCare(db: Db, users: Owner[]) {
  const owners = users.filter(({ status }) => status === 1)
  const changeOf = (place: number, call: string, message: string) =>
    openChange({ actor: { _id: owners[place * 1009]?.id as string, kind: 'user' }, call, kind: 'add', message })
  for (const [place, fields] of ownersChecklists.entries()) {
    const change = changeOf(place, ownRecords.addChecklist.path, toasts(checklistKind).added)
    await checklistRecords.add({ db }, { ...fields, name_fr: '', note_fr: '' }, asPartOf(db, change))
  }
  for (const [place, { days, ...fields }] of ownersItems.entries()) {
    const change = changeOf(place + 3, ownRecords.addMaintenance.path, toasts(maintenanceItemKind).added)
    await maintenanceItemRecords.add({ db }, { ...fields, due_date: daysFromToday(days) }, asPartOf(db, change))
  }
}
