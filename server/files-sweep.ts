import type { Db, Tables } from './db/schema.ts'
import type { FileStore } from './outside/files/store.ts'

/** A draft, which lives a week after its last change, may name a picture that no row names yet. */
const HOURS_SPARED = 24 * 14

type FileColumn = {
  [Table in keyof Tables]: `${Table}.${Extract<keyof Tables[Table], `${string}_file`>}`
}[keyof Tables]
type ContentTable = { [Table in keyof Tables]: 'content' extends keyof Tables[Table] ? Table : never }[keyof Tables]

/** Where rows name their files. */
export const fileColumns: FileColumn[] = [
  'admins.avatar_file',
  'app_images.url_file',
  'menu_items.icon_file',
  'social_medias.icon_file',
  'manuals.pdf_file',
  'dealers.logo_file',
]
/** Where rich text names them. */
export const contentTables: ContentTable[] = ['cms_pages', 'manual_pages']

/**
 * Removes the files that no row names, unless they are younger than two weeks: what a crash between a file and its row has
 * left, and pictures of texts that were never saved. Gives back how many.
 */
export async function sweepFiles(db: Db, files: FileStore, now = Date.now()) {
  const youngest = now - HOURS_SPARED * 3_600_000
  const old: string[] = []
  for await (const { name, writtenAt } of files.list()) if (writtenAt.getTime() < youngest) old.push(name)
  if (!old.length) return 0
  // Read after the list: a file that is named by then was there before.
  const named = await namesInUse(db)
  const unnamed = old.filter((name) => !named.has(name))
  for (const name of unnamed) await files.remove(name)
  return unnamed.length
}

/** The names of all files that rows or texts name. */
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
