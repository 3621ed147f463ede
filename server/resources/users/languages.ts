import type { Language } from '#contract/french.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

/** Each owner's language: their own choice, else that of their newest phone, else English. */
export async function languageOf(db: Db, owners: string[]): Promise<(owner: string) => Language> {
  const ids = [JSON.stringify([...new Set(owners)])]
  const among = engineOf(db).textsFromJson
  const said = await readQuery<Spoken>(
    db,
    `select id as user_id, language from users where language is not null and id in ${among}`,
    ids,
  )
  const phones = await readQuery<Spoken>(
    db,
    `select user_id, language from devices
     where language is not null and user_id in ${among} order by created_at, token`,
    ids,
  )
  const known = new Map([...phones, ...said].map(({ user_id, language }) => [user_id, language]))
  return (owner) => (/^fr\b/i.test(known.get(owner) ?? '') ? 'fr' : 'en')
}
type Spoken = { user_id: string; language: string }
