import type { Db, Tables } from './db/schema.ts'
import type { FileStore } from './outside/files/store.ts'

/** A draft lives for a week after its last change and may name a picture that no row names yet. */
const HOURS_SPARED = 24 * 14

type FileColumn = {
  [Table in keyof Tables]: `${Table}.${Extract<keyof Tables[Table], `${string}_file`>}`
}[keyof Tables]
type ContentTable = { [Table in keyof Tables]: 'content' extends keyof Tables[Table] ? Table : never }[keyof Tables]

/** The columns that hold file names. */
export const fileColumns: FileColumn[] = [
  'admins.avatar_file',
  'app_images.url_file',
  'menu_items.icon_file',
  'social_medias.icon_file',
  'manuals.pdf_file',
  'dealers.logo_file',
]
/** The tables whose rich text names files. */
export const contentTables: ContentTable[] = ['cms_pages', 'manual_pages']

/**
 * Removes files that no row names and that are older than two weeks: left by a crash between storing a file and its
 * row, or by texts that were never saved. Returns their number.
 */
export async function sweepFiles(db: Db, files: FileStore, now = Date.now()) {
  const youngest = now - HOURS_SPARED * 3_600_000
  const old: string[] = []
  for await (const { name, writtenAt } of files.list()) if (writtenAt.getTime() < youngest) old.push(name)
  if (!old.length) return 0
  // Read after listing the files, so that a file stored in between is not taken for unnamed.
  const named = await namesInUse(db)
  const unnamed = old.filter((name) => !named.has(name))
  for (const name of unnamed) await files.remove(name)
  return unnamed.length
}

/** The names of all files that rows or rich text refer to. */
export async function namesInUse(db: Db) {
  const names = new Set<string>()
  for (const place of fileColumns) {
    const [table, column] = place.split('.') as ['admins', 'avatar_file']
    const rows = await db.selectFrom(table).select(column).where(column, 'is not', null).execute()
    for (const { [column]: name } of rows) if (name) names.add(name)
  }
  for (const table of contentTables) {
    const rows = await db.selectFrom(table).select('content').where('content', 'like', '%/files/%').execute()
    for (const { content } of rows) {
      for (const [, name = ''] of content.matchAll(/\/files\/([a-z-]+\/[a-z0-9-]+\.[a-z]{3})/g)) names.add(name)
    }
  }
  return names
}
