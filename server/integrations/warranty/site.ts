import { z } from 'zod'
import type { WarrantyItem } from '#contract/warranty.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { type About, AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Note } from '../asked.ts'
import { readAtMost } from '../read-at-most.ts'
import { aboutOfFault, aboutOfStatus } from '../refusals/calls.ts'
import { type WarrantyCheck, warrantyRegister } from './register.ts'

const TIMEOUT = 4_000
const MAX_BYTES = 64 * 1024
const MAX_ITEMS = 50
const UNREACHABLE = 'Warranties cannot be checked right now. Please try again later.'

// The site sends numbers and missing values in various forms; all become text.
const shown = z
  .union([z.string().max(200), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))
const list = z.array(z.object({ Serial: shown, Model: shown, DateOfPurchase: shown, WarrantyExpire: shown }))
const answer = z.union([
  z.object({ warranty: list }).transform(({ warranty }) => warranty),
  z.object({ data: z.object({ warranty: list }) }).transform(({ data }) => data.warranty),
])

/** Where warranties are looked up: the dealer site if configured, else the built-in register. */
export const warrantySource = ({ warrantyUrl }: Pick<Settings, 'warrantyUrl'>, db: Db, log: Log<'warn'>, note: Note) =>
  warrantyUrl ? warrantySite(warrantyUrl, db, log, note) : warrantyRegister(db)

/**
 * Asks the dealer site at `url`: one fixed address, four seconds, no redirects, at most 64 KB of the agreed shape.
 * While it does not answer, its last good answer is returned with its time. Throws 503 if there is none.
 */
const warrantySite =
  (url: string, db: Db, log: Log<'warn'>, note: Note): WarrantyCheck =>
  async (serial) => {
    try {
      const warranty = await ask(url, serial, note)
      await keep(db, serial, warranty)
      return { warranty }
    } catch (error) {
      log.warn({ err: error }, 'the dealer site did not answer a warranty check')
      const kept = await db.selectFrom('warranty_answers').selectAll().where('serial', '=', serial).executeTakeFirst()
      if (!kept) throw new AppError(503, UNREACHABLE)
      return { warranty: JSON.parse(kept.answer) as WarrantyItem[], asOf: kept.at }
    }
  }

/** Asks once, and records how that went. */
async function ask(url: string, serial: string, note: Note) {
  let about: About | undefined
  try {
    const address = new URL(url)
    address.searchParams.set('serial', serial)
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!response.ok) {
      about = aboutOfStatus(response.status)
      await response.body?.cancel()
      throw new Error(`the dealer site answered ${response.status}`)
    }
    if (!response.body) throw new Error('the dealer site answered nothing')
    const text = (await readAtMost(response.body, MAX_BYTES)).toString('utf8')
    const warranty = answer.parse(JSON.parse(text)).slice(0, MAX_ITEMS)
    note('warranty')
    return warranty
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'the answer does not have the agreed shape' : (error as Error).message
    note('warranty', { about: about ?? aboutOfFault(error), reason })
    throw error
  }
}

async function keep(db: Db, serial: string, warranty: WarrantyItem[]) {
  const kept = { answer: JSON.stringify(warranty), at: isoNow(), ends_on: endOf(warranty) }
  await db
    .insertInto('warranty_answers')
    .values({ serial, ...kept })
    .onConflict((conflict) => conflict.column('serial').doUpdateSet(kept))
    .execute()
}

/**
 * The last day (YYYY-MM-DD) of the longest warranty, which the site writes as 04-01-2027 or 2027-04-01; null if there
 * is none.
 */
export function endOf(warranty: Pick<WarrantyItem, 'WarrantyExpire'>[]) {
  const days = warranty.flatMap(({ WarrantyExpire: text }) => {
    const [, month, day, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text.trim()) ?? []
    const read = year ? `${year}-${month}-${day}` : (/^\d{4}-\d\d-\d\d/.exec(text.trim())?.[0] ?? '')
    return Number.isNaN(Date.parse(read)) ? [] : read
  })
  return days.toSorted().at(-1) ?? null
}
