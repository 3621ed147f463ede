import { inSlices } from './in-slices.ts'
import { writeQuery } from './raw-query.ts'
import type { Db } from './schema.ts'

/** Deletes an import rehearsal with its rows, in slices; leaves one alone that is being applied. */
export async function deleteRehearsal(db: Db, id: string) {
  // Someone may begin to apply it at this moment.
  const { numUpdatedRows } = await db
    .updateTable('import_rehearsals')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', '<>', 'applying')
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) return
  await inSlices(db, async (db, most) => {
    const text = `delete from import_rows where rehearsal_id = ? and line in (
      select line from import_rows where rehearsal_id = ? limit ?) returning line`
    return (await writeQuery<object>(db, text, [id, id, most])).length
  })
  await db.deleteFrom('import_rehearsals').where('id', '=', id).execute()
}
