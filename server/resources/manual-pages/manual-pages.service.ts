import type { z } from 'zod'
import { type manualPageFields, NO_PICTURE_THERE, PAGE_IMAGE_MEGABYTES } from '#contract/manual-pages.ts'
import type { Deps, FileDeps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { type FileStore, filePath } from '../../outside/files/store.ts'
import { type ImageKind, type NewFile, readImage } from '../../outside/files/uploaded-image.ts'
import { recordsOf } from '../standard/records-of.ts'
import { manualPageList } from './manual-pages.repository.ts'

const places = ['manual_id', 'topic_id', 'subtopic_id'] as const
type Fields = Pick<z.output<typeof manualPageFields>, 'content'> & {
  [Place in (typeof places)[number]]?: string | undefined
}

/** Pages; a page cannot move. */
export const manualPageRecords = recordsOf(manualPageList, {
  narrowedBy: 'manual_id',
  toColumns({ content, ...place }: Fields, current) {
    if (!current) return { content, ...(place as Record<keyof typeof place, string>) }
    for (const field of places) {
      if (place[field] !== undefined && place[field] !== current[field]._id) {
        throw refused(field, 'A page cannot be moved. Please add a new one there.')
      }
    }
    return { content }
  },
})

const pageImages: ImageKind = {
  folder: 'manual-pages',
  field: 'image',
  formats: ['jpeg', 'png'],
  width: 1600,
  height: 1600,
  maxKilobytes: PAGE_IMAGE_MEGABYTES * 1024,
}

/** Stores a picture for the text of a page and returns its path. Throws 413 and 415 for an unsuitable picture. */
export async function uploadPageImage({ files }: FileDeps, image: File) {
  return keepImage(files, await readImage(pageImages, image))
}

/**
 * Stores a copy of the picture at an address on another server and returns its path. Throws 422 where none can be had,
 * without a reason, which would tell what else answers there.
 */
export async function fetchPageImage({ files, fetchPicture, log }: Deps, address: string) {
  const fetched = await fetchPicture(address, pageImages.maxKilobytes * 1024)
    .then((bytes) => readImage(pageImages, new File([bytes as BlobPart], 'picture')))
    .catch((error) => {
      log.info({ err: error }, 'a picture of a pasted text could not be fetched')
      throw refused('url', NO_PICTURE_THERE)
    })
  return keepImage(files, fetched)
}

async function keepImage(files: FileStore, { name, content }: NewFile) {
  await files.put(name, content)
  return filePath(name)
}
