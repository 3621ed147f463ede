import type { Language } from '#contract/french.ts'
import { filledIn, type Placeholder, type PlaceholderValues, placeholdersIn } from '#contract/placeholders.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import { knownPlaces, NO_PLACES } from '../audiences/known-places.ts'
import { nearestDealer } from '../dealers/near.ts'
import { itemsDue, namingItems } from './reminder-text.ts'

export type FillsOn = { db: Db; places: Pick<Places, 'postal'> }
type Text = { title: string; description: string; notification_id?: string }

/**
 * What fills in these texts for each of these owners, as of now. Reads only what the texts ask for, and nothing for
 * texts without placeholders. A reminder names its message, which determines what is due; with `stillDue` it lists only
 * what is still to be done.
 */
export async function fillers(on: FillsOn, owners: string[], texts: Text[], { stillDue = false } = {}) {
  const asked = new Set(texts.flatMap(({ title, description }) => placeholdersIn(`${title}\n${description}`)))
  const known = asked.size ? await readValues(on, owners, asked) : new Map<string, PlaceholderValues>()
  const due = await itemsDue(on.db, owners, texts, { stillDue })
  return (owner: string, message = '', language: Language = 'en') =>
    (text: string) =>
      namingItems(
        asked.size ? filledIn(text, known.get(owner) ?? {}, language) : text,
        due.get(`${message} ${owner}`),
        language,
      )
}

async function readValues(on: FillsOn, owners: string[], asked: ReadonlySet<Placeholder>) {
  const found = await readQuery<{ id: string; name: string; zip: string; model: string | null }>(
    on.db,
    `select users.id, users.name, users.zip, ${asked.has('model') ? FIRST_MODEL : 'null'} as model
     from users where users.id in ${engineOf(on.db).textsFromJson}`,
    [JSON.stringify(owners)],
  )
  const dealers = asked.has('dealer') ? await dealersOf(on, found) : new Map<string, string | null>()
  return new Map<string, PlaceholderValues>(
    found.map(({ id, name, zip, model }) => [id, { name, model, dealer: dealers.get(zip) ?? null }]),
  )
}

/** The model of the RV they have had longest. */
const FIRST_MODEL = `(select models.name from rvs join models on models.id = rvs.model_id
  where rvs.user_id = users.id and rvs.is_deleted = 0 order by rvs.created_at, rvs.id limit 1)`

/** The dealer nearest to each of their postal codes. */
async function dealersOf({ db, places }: FillsOn, owners: { zip: string }[]) {
  const { at } = await placesNow(places)
  const codes = [...new Set(owners.map(({ zip }) => zip))]
  return new Map(
    await Promise.all(
      codes.map(async (code) => {
        const place = at(code)
        return [code, place ? await nearestDealer(db, place) : null] as const
      }),
    ),
  )
}

/** Failing to look up places does not hold up a message: it then reads as if none were known. */
async function placesNow(places: FillsOn['places']) {
  try {
    return await knownPlaces(places)
  } catch (error) {
    if (error instanceof AppError) return NO_PLACES
    throw error
  }
}
