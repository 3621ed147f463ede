import { newAddressesOf } from '../../auth/one-time-codes.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import type { Changes } from '../../records/activity.ts'

/** What identifies someone in a text: their present and former names, their addresses, and their RVs' numbers. */
export type PersonalWords = { names: string[]; emails: string[]; numbers: string[] }

/** Shorter ones are in too many texts to identify anyone. */
const SHORTEST_NAME = 4
const SHORTEST_NUMBER = 5

/** An owner's words, including former ones from the history; for RVs that are still theirs. */
export async function personalWords(
  db: Db,
  { id, name, email, new_email }: { id: string; name: string; email: string; new_email: string | null },
): Promise<PersonalWords> {
  const rvs = await db.selectFrom('rvs').select(['vin', 'serial_no']).where('user_id', '=', id).execute()
  const before = (await changesOf(db, id)).flatMap((changes) =>
    (['name', 'email', 'new_email'] as const).flatMap((field) =>
      (changes[field] ?? []).map((value) => ({ field, value })),
    ),
  )
  const said = (fields: string[]) =>
    before.flatMap(({ field, value }) => (fields.includes(field) && typeof value === 'string' ? value : []))
  return {
    names: distinct([name, ...said(['name'])], 1),
    emails: distinct([...(await newAddressesOf(db, id)), email, new_email ?? '', ...said(['email', 'new_email'])], 3),
    numbers: distinct(
      rvs.flatMap(({ vin, serial_no }) => [vin, serial_no ?? '']),
      SHORTEST_NUMBER,
    ),
  }
}

async function changesOf(db: Db, id: string) {
  const rows = await db.selectFrom('activity').select('changes').where('record_id', '=', id).execute()
  return rows.map(({ changes }) => JSON.parse(changes) as Changes)
}

const distinct = (words: string[], shortest: number) => [
  ...new Map(words.filter((word) => word.length >= shortest).map((word) => [textKey(word), word])).values(),
]

/** All of them that are long enough to search texts for. */
export const wordsToFind = ({ names, emails, numbers }: PersonalWords) => [
  ...names.filter((name) => name.length >= SHORTEST_NAME),
  ...emails,
  ...numbers,
]

/** Whether someone searched for the person: by one of the words, or part of a name. */
export function searchesForPerson(filter: unknown, words: PersonalWords): boolean {
  if (typeof filter === 'object' && filter !== null)
    return Object.values(filter).some((one) => searchesForPerson(one, words))
  if (typeof filter !== 'string') return false
  return namesPerson(filter, words) || partsOf(words).includes(textKey(filter))
}

const partsOf = ({ names }: PersonalWords) =>
  names.flatMap((name) => textKey(name).split(' ')).filter((part) => part.length >= SHORTEST_NAME)

/** Whether a text about the person anyway contains one of the words, or part of a name. */
export const mayNamePerson = (text: string, words: PersonalWords) =>
  namesPerson(text, words) || partsOf(words).some((part) => textKey(text).includes(part))

/** Whether a text contains one of the words. */
export function namesPerson(text: string, words: PersonalWords) {
  const key = textKey(text)
  return wordsToFind(words).some((word) => key.includes(textKey(word)))
}
