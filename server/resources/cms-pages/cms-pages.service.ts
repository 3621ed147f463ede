import type { z } from 'zod'
import type { CmsPage, cmsPageFields, newCmsPage } from '#contract/cms-pages.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { ContentDeps } from '../../deps.ts'
import { addRecord, refuseDuplicate, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { type CleanHtml, cleanRichText } from '../../rich-text/clean-rich-text.ts'
import { findCmsPage } from './cms-pages.repository.ts'

type Fields = z.output<typeof cmsPageFields>

type Clean = { content: CleanHtml }

/** The fields of a CMS page with cleaned content. Throws 422 as cleanRichText does. */
export const cleanCmsPage = async <Sent extends Fields>({ settings: { publicUrl } }: ContentDeps, fields: Sent) => ({
  ...fields,
  content: await cleanRichText('content', fields.content, { publicUrl, videos: true }),
})

const toColumns = ({ title, content }: Fields & Clean) => ({ title, content })

/** Adds a CMS page. Throws 422 if an active one has that code. */
export function addCmsPage(
  db: Db,
  { code, ...fields }: z.output<typeof newCmsPage> & Clean,
  change: OpenChange,
): Promise<CmsPage> {
  const columns = { ...toColumns(fields), code }
  return inTransaction(db, async (db) => {
    await refuseDuplicate(db, 'cms_pages', columns)
    return findCmsPage(db, await addRecord(db, 'cms_pages', columns, change))
  })
}

/**
 * Changes title and content of a CMS page; its code stays. Throws 404, 409 as refuseStale does, 422 as
 * cleanRichText does.
 */
export async function editCmsPage(
  deps: ContentDeps,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
): Promise<CmsPage> {
  const values = toColumns(await cleanCmsPage(deps, fields))
  return inTransaction(deps.db, async (db) => {
    await editRecord(db, 'cms_pages', await findCmsPage(db, id), { version, values }, change)
    return findCmsPage(db, id)
  })
}

/** Soft-deletes or restores a CMS page. Throws 404, 409, and on restore 422 if the code is in use again. */
export function setCmsPageDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const current = await findCmsPage(db, id)
    await setRecordDeleted(db, 'cms_pages', current, { deleted, version }, change)
  })
}
