import type { z } from 'zod'
import type { CmsPage, cmsPageFields, newCmsPage } from '#contract/cms-pages.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { ContentDeps } from '../../deps.ts'
import { addRecord, changeRecord, refuseDuplicate, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { type CleanHtml, cleanRichText } from '../../rich-text/clean-rich-text.ts'
import { findCmsPage } from './cms-pages.repository.ts'

type Fields = z.output<typeof cmsPageFields>

const THING = 'Code'

type Clean = { content: CleanHtml }

/** The fields of a CMS page with cleaned content. Throws 422 as cleanRichText does. */
export const cleanCmsPage = async <Sent extends Fields>({ settings: { publicUrl } }: ContentDeps, fields: Sent) => ({
  ...fields,
  content: await cleanRichText('content', fields.content, { publicUrl, videos: true }),
})

const toColumns = ({ title, content }: Fields & Clean) => ({ title, title_key: textKey(title), content })

/** Adds a CMS page. Throws 422 if an active one has that code. */
export function addCmsPage(
  db: Db,
  { code, ...fields }: z.output<typeof newCmsPage> & Clean,
  actor: Actor,
): Promise<CmsPage> {
  const columns = { ...toColumns(fields), code, code_key: textKey(code) }
  return inTransaction(db, async (db) => {
    await refuseDuplicate(db, 'cms_pages', { code_key: columns.code_key }, THING, { field: 'code' })
    return findCmsPage(db, await addRecord(db, 'cms_pages', columns, actor))
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
  actor: Actor,
): Promise<CmsPage> {
  const columns = toColumns(await cleanCmsPage(deps, fields))
  return inTransaction(deps.db, async (db) => {
    await refuseStale(db, await findCmsPage(db, id), version)
    await changeRecord(db, 'cms_pages', id, columns, actor)
    return findCmsPage(db, id)
  })
}

/** Soft-deletes or restores a CMS page. Throws 404, 409, and on restore 422 if the code is in use again. */
export function setCmsPageDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const current = await findCmsPage(db, id)
    const unique = { code_key: textKey(current.code) }
    await setRecordDeleted(db, 'cms_pages', current, { deleted, version, unique, thing: THING, field: 'code' }, actor)
  })
}
