import type { z } from 'zod'
import { DEALER_LOGO_KILOBYTES, type Dealer, type dealerFields } from '#contract/dealers.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction, type Run } from '../../db/transaction.ts'
import type { FileDeps } from '../../deps.ts'
import { type ImageKind, keepFile, readImage, resultOfOnce } from '../../outside/files/uploaded-image.ts'
import { addRecord, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
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
})

/** Adds a dealer in the transaction of `run`. Throws 413 and 415 for an unsuitable logo. */
export async function addDealer(
  { db, files }: FileDeps,
  fields: Fields,
  change: OpenChange,
  run: Run = inTransaction,
): Promise<Dealer> {
  const logo = fields.logo && (await readImage(logos, fields.logo))
  return keepFile(files, logo, async () => {
    const answer = await run(db, async (db) => {
      const id = await addRecord(db, 'dealers', { ...dealerColumns(fields), logo_file: logo?.name ?? null }, change)
      return (await findDealer(db, id)).dealer
    })
    return resultOfOnce(answer, answer.logo, logo)
  })
}

/** Changes a dealer; without a new logo the old one stays. Throws 404, 409 as refuseStale does, 413 and 415. */
export async function editDealer(
  { db, files }: FileDeps,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
  run: Run = inTransaction,
): Promise<Dealer> {
  const logo = fields.logo && (await readImage(logos, fields.logo))
  return keepFile(files, logo, async () => {
    const answer = await run(db, async (db) => {
      const current = await findDealer(db, id)
      const values = { ...dealerColumns(fields), ...(logo && { logo_file: logo.name }) }
      await editRecord(db, 'dealers', current.dealer, { version, values }, change)
      return (await findDealer(db, id)).dealer
    })
    return resultOfOnce(answer, answer.logo, logo)
  })
}

/** Soft-deletes or restores a dealer; the logo stays. Throws 404 and 409. */
export function setDealerDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const { dealer } = await findDealer(db, id)
    await setRecordDeleted(db, 'dealers', dealer, { deleted, version }, change)
  })
}
