import { v7 as newId } from 'uuid'
import type { Db } from '../server/db/schema.ts'
import { textKey } from '../server/db/text-key.ts'
import { inTransaction } from '../server/db/transaction.ts'

const CHUNK = 500
const words = ['Slide-out', 'Bunkhouse', 'Rear kitchen', 'Front bedroom', 'Wet bath', 'Pop-up', 'Garage', 'Loft']

/** Fills the models table with `rows` records of one type and a few years: every hundredth is 'Heron', every fourth a 'Wren'. */
export async function fillModels(db: Db, rows: number) {
  const now = new Date().toISOString()
  const shared = () => ({ id: newId(), is_deleted: 0, version: 1, created_at: now, updated_at: now })
  const type = { ...shared(), name: 'Travel Trailer', name_key: 'travel trailer', seq_no: 1 }
  const years = Array.from({ length: 10 }, (_, index) => ({
    ...shared(),
    name: String(2020 + index),
    name_key: String(2020 + index),
  }))
  await inTransaction(db, async (db) => {
    await db.insertInto('rv_types').values(type).execute()
    await db.insertInto('years').values(years).execute()
    for (let start = 0; start < rows; start += CHUNK) {
      const models = Array.from({ length: Math.min(CHUNK, rows - start) }, (_, offset) => {
        const number = start + offset
        const bird = number % 100 === 0 ? 'Heron' : number % 4 === 0 ? 'Wren' : 'Finch'
        const name = `${bird} ${(number * 7919) % 1_000_003}`
        const description = `${words[number % words.length]} and ${words[(number * 3) % words.length]}`
        return {
          ...shared(),
          cat_id: type.id,
          year_id: years[number % 10]?.id ?? '',
          name,
          name_key: textKey(name),
          seq_no: number % 1000,
          description,
          description_key: textKey(description),
        }
      })
      await db.insertInto('models').values(models).execute()
    }
  })
}
