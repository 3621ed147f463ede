import type { z } from 'zod'
import {
  type manualPageFields,
  NO_PICTURE_THERE,
  PAGE_IMAGE_MEGABYTES,
  PAGE_IMAGE_SIDE,
} from '#contract/manual-pages.ts'
import type { Deps, FileDeps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { type FileStore, filePath } from '../../integrations/files/store.ts'
import { type ImageKind, type NewFile, readImage } from '../../integrations/files/uploaded-image.ts'
import { inTurns } from '../../processes/turns.ts'
import { nowOrLater } from '../../records/later-edits.ts'
import { type Cleaned, recordsOf } from '../records/records-of.ts'
import { manualPageList } from './manual-pages.repository.ts'

const places = ['manual_id', 'topic_id', 'subtopic_id'] as const
type Fields = Cleaned<
  'manual_pages',
  Pick<z.output<typeof manualPageFields>, 'content' | 'publish_at' | 'unpublish_at' | 'edits_at'>
> & {
  [Place in (typeof places)[number]]?: string | undefined
}

/** Pages; a page cannot move. */
export const manualPageRecords = recordsOf(manualPageList, {
  narrowedBy: 'manual_id',
  toColumns({ manual_id, topic_id, subtopic_id, ...fields }: Fields, current, change) {
    const place = { manual_id, topic_id, subtopic_id }
    if (!current) return { ...nowOrLater('manual_pages', fields, current, change), ...place }
    for (const field of places) {
      if (place[field] !== undefined && place[field] !== current[field]) {
        throw refused(field, 'A page cannot be moved. Please add a new one there.', 'fixed')
      }
    }
    return nowOrLater('manual_pages', fields, current, change)
  },
})

const pageImages: ImageKind = {
  folder: 'manual-pages',
  field: 'image',
  formats: ['jpeg', 'png'],
  width: PAGE_IMAGE_SIDE,
  height: PAGE_IMAGE_SIDE,
  maxKilobytes: PAGE_IMAGE_MEGABYTES * 1024,
}

/** Stores a picture for the text of a page and returns its path. Throws as readImage does. */
export async function uploadPageImage({ files }: FileDeps, image: File) {
  return keepImage(files, await readImage(pageImages, image))
}

/** Waiting calls hold nothing; a fetched picture stays in memory until it has been decoded. */
const fetchInTurn = inTurns({ atOnce: 4, waiting: 60, seconds: 20 })

/**
 * Stores a copy of a picture from another server and returns its path. Throws 422 if there is none, without a reason,
 * which would reveal what else answers there, and 503 if too many wait.
 */
export async function fetchPageImage(deps: Deps, address: string) {
  return fetchInTurn(async () => keepImage(deps.files, await readFetched(deps, address)))
}

async function readFetched({ fetchPicture, log }: Deps, address: string) {
  try {
    const bytes = await fetchPicture(address, pageImages.maxKilobytes * 1024)
    return await readImage(pageImages, new Blob([bytes as BlobPart]))
  } catch (error) {
    if (error instanceof AppError && error.status === 503) throw error
    log.info({ err: error }, 'a picture of a pasted text could not be fetched')
    throw refused('url', NO_PICTURE_THERE)
  }
}

async function keepImage(files: FileStore, { name, content }: NewFile) {
  await files.put(name, content)
  return filePath(name)
}
