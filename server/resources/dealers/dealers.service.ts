import type { z } from 'zod'
import { DEALER_LOGO_KILOBYTES, type Dealer, type dealerFields } from '#contract/dealers.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction, type Run } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage, resultOfAdd } from '../../outside/files/uploaded-image.ts'
import { addRecord, changeRecord, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { findDealer } from './dealers.repository.ts'

type Fields = z.output<typeof dealerFields>

const logos: ImageKind = {
  folder: 'dealer-logos',
  field: 'logo',
  formats: ['jpeg', 'png'],
  width: 300,
  height: 300,
  maxKilobytes: DEALER_LOGO_KILOBYTES,
}

/** The columns of a dealer except the logo. */
export const dealerColumns = ({ logo: _file, ...fields }: Fields) => ({
  ...fields,
  name_key: textKey(fields.name),
  city_key: textKey(fields.city),
  state_key: textKey(fields.state),
})

/** Adds a dealer in the transaction of `run`. Throws 413 and 415 for an unsuitable logo. */
export async function addDealer(
  { db, files }: FileDeps,
  fields: Fields,
  actor: Actor,
  run: Run = inTransaction,
): Promise<Dealer> {
  const logo = fields.logo && (await readImage(logos, fields.logo))
  return keepFile(files, logo, async () => {
    const answer = await run(db, async (db) => {
      const id = await addRecord(db, 'dealers', { ...dealerColumns(fields), logo_file: logo?.name ?? null }, actor)
      return (await findDealer(db, id)).dealer
    })
    return resultOfAdd(answer, answer.logo, logo)
  })
}

/** Changes a dealer; without a new logo the old one stays. Throws 404, 409 as refuseStale does, 413 and 415. */
export async function editDealer(
  { db, files }: FileDeps,
  id: string,
  version: number | undefined,
  fields: Fields,
  actor: Actor,
): Promise<Dealer> {
  const logo = fields.logo && (await readImage(logos, fields.logo))
  return keepFile(files, logo, () =>
    inTransaction(db, async (db) => {
      const current = await findDealer(db, id)
      await refuseStale(db, current.dealer, version)
      await changeRecord(db, 'dealers', id, { ...dealerColumns(fields), ...(logo && { logo_file: logo.name }) }, actor)
      const { dealer } = await findDealer(db, id)
      return { answer: dealer, leftOver: logo && current.file }
    }),
  )
}

/** Soft-deletes or restores a dealer; the logo stays. Throws 404 and 409. */
export function setDealerDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const { dealer } = await findDealer(db, id)
    await setRecordDeleted(db, 'dealers', dealer, { deleted, version }, actor)
  })
}
