import type { z } from 'zod'
import { type ManualPage, type manualPageFields, PAGE_IMAGE_MEGABYTES } from '#contract/manual-pages.ts'
import type { pagesAlong } from '#contract/sub-topics.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { ContentDeps, FileDeps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { filePath } from '../../outside/files/store.ts'
import { type ImageKind, readImage } from '../../outside/files/uploaded-image.ts'
import { addRecord, refuseDuplicate, setDeleted, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import { isActive } from '../../records/is-active.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { type CleanHtml, cleanRichText } from '../../rich-text/clean-rich-text.ts'
import { findActiveSubTopic } from '../sub-topics/sub-topics.repository.ts'
import { findManualPage, pagesToRestore } from './manual-pages.repository.ts'

type Fields = z.output<typeof manualPageFields>
type EditedFields = Pick<Fields, 'content'> & { [Field in Place]?: string | undefined }
type Place = (typeof places)[number]

const places = ['manual_id', 'topic_id', 'subtopic_id'] as const

const pageImages: ImageKind = {
  folder: 'manual-pages',
  field: 'image',
  formats: ['jpeg', 'png'],
  width: 1600,
  height: 1600,
  maxKilobytes: PAGE_IMAGE_MEGABYTES * 1024,
}

/** The fields of a page with cleaned content. Throws 422 as cleanRichText does. */
export const cleanManualPage = async <Sent extends { content: string }>(
  { settings: { publicUrl } }: ContentDeps,
  fields: Sent,
) => ({ ...fields, content: await cleanRichText('content', fields.content, { publicUrl, videos: false }) })

/** Adds a page to a manual. Throws 422 for choices that are not active, or if that sub topic has a page already. */
export function addManualPage(
  db: Db,
  fields: Fields & { content: CleanHtml },
  change: OpenChange,
): Promise<ManualPage> {
  return inTransaction(db, async (db) => {
    const { manual_id, topic_id, subtopic_id } = fields
    if (!(await isActive(db, 'manuals', manual_id))) throw refused('manual_id', 'Please select Manual')
    if (!(await isActive(db, 'topics', topic_id))) throw refused('topic_id', 'Please select Topic')
    const subTopic = await findActiveSubTopic(db, subtopic_id)
    if (subTopic?.topic_id !== topic_id) throw refused('subtopic_id', 'Please select Sub Topic')
    const place = { manual_id, topic_id, subtopic_id }
    await refuseDuplicate(db, 'manual_pages', place)
    const columns = { ...place, content: fields.content }
    return findManualPage(db, await addRecord(db, 'manual_pages', columns, change))
  })
}

/**
 * Changes the content of a page, which cannot move. Throws 404, 409 if `version` is outdated, 422 for another manual,
 * topic or sub topic.
 */
export async function editManualPage(
  deps: ContentDeps,
  id: string,
  version: number | undefined,
  fields: EditedFields,
  change: OpenChange,
): Promise<ManualPage> {
  const { content } = await cleanManualPage(deps, fields)
  return inTransaction(deps.db, async (db) => {
    const current = await findManualPage(db, id)
    for (const place of places) {
      if (fields[place] !== undefined && fields[place] !== current[place]._id) {
        throw refused(place, 'A page cannot be moved. Please add a new one there.')
      }
    }
    await editRecord(db, 'manual_pages', current, { version, values: { content } }, change)
    return findManualPage(db, id)
  })
}

/**
 * Soft-deletes or restores a page. Throws 404, 409, and on restore 422 if its manual, topic or sub topic is deleted or
 * another page has taken its place.
 */
export function setManualPageDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const current = await findManualPage(db, id)
    if (current.is_deleted && !deleted) await refuseDeletedParents(db, current)
    await setRecordDeleted(db, 'manual_pages', current, { deleted, version }, change)
  })
}

/**
 * Soft-deletes the pages of a topic or sub topic, or restores those whose manual is active, of `only` these if given. Returns how many changed and,
 * where there are any, how many stay deleted. Call it in a transaction.
 */
export async function setPagesDeleted(
  db: Db,
  below: { topic_id: string } | { subtopic_id: string },
  deleted: boolean,
  change: OpenChange,
  only?: string[],
): Promise<z.output<typeof pagesAlong>> {
  if (deleted) return { page_count: await setDeleted(db, 'manual_pages', below, true, change) }
  const { restored, left } = await pagesToRestore(db, below, only)
  const page_count = await setDeleted(db, 'manual_pages', { id: restored }, false, change)
  return { page_count, ...(left > 0 && { pages_left: left }) }
}

/** Stores a picture for the text of a page and returns its path. Throws 413 and 415 for an unsuitable picture. */
export async function uploadPageImage({ files }: FileDeps, image: File) {
  const picture = await readImage(pageImages, image)
  await files.put(picture.name, picture.content)
  return filePath(picture.name)
}

async function refuseDeletedParents(db: Db, { manual_id, topic_id, subtopic_id }: ManualPage) {
  const parents = [
    { table: 'manuals', field: 'manual_id', kind: 'manual', ...manual_id },
    { table: 'topics', field: 'topic_id', kind: 'topic', ...topic_id },
    { table: 'sub_topics', field: 'subtopic_id', kind: 'sub topic', ...subtopic_id },
  ] as const
  for (const { table, field, kind, _id, name } of parents) {
    if (await isActive(db, table, _id)) continue
    throw refused(field, `The ${kind} “${name}” is Inactive. Please restore it first.`)
  }
}
