import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** A manual knows what its PDF printed: the digest of all names and contents, for which each page has one of its own. */
export async function printedDigests(db: MigrationDb) {
  await db.schema
    .alterTable('manual_pages')
    .addColumn('content_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('manuals').addColumn('pdf_digest', 'text').execute()
  await db.schema.dropIndex('manual_pages_last_changed').execute()
  await writeContentKeys(db)
  await writePdfDigests(db)
  await sql`create index manual_pages_printed on manual_pages (manual_id, topic_id, subtopic_id, content_key)
            where is_deleted = 0`.execute(db)
}

const PAGES_AT_ONCE = 50
const digest = (text: string) => hash('sha256', text, 'base64url')

async function writeContentKeys(db: MigrationDb) {
  for (let last = ''; ; ) {
    const next = db.selectFrom('manual_pages').select(['id', 'content']).where('id', '>', last)
    const rows = await next.orderBy('id').limit(PAGES_AT_ONCE).execute()
    for (const { id, content } of rows) {
      await db
        .updateTable('manual_pages')
        .set({ content_key: digest(String(content)) })
        .where('id', '=', id)
        .execute()
    }
    if (rows.length < PAGES_AT_ONCE) return
    last = String(rows.at(-1)?.id)
  }
}

type Manual = { id: string; name: string; is_older: number }

// A PDF that was older than its pages stays so; of the others nothing tells that they do not print what is there now.
async function writePdfDigests(db: MigrationDb) {
  const manuals = await sql<Manual>`
    select manuals.id, rv_types.name || ' - ' || years.name as name, case when exists (
      select 1 from manual_pages where manual_id = manuals.id and manual_pages.updated_at > pdf_made_at
    ) then 1 else 0 end as is_older
    from manuals inner join rv_types on rv_types.id = cat_id inner join years on years.id = year_id
    where pdf_file is not null`.execute(db)
  for (const { id, name, is_older } of manuals.rows) {
    const pages = await sql<{ topic: string; subtopic: string; content_key: string }>`
      select topics.name as topic, sub_topics.name as subtopic, content_key from manual_pages
      inner join topics on topics.id = manual_pages.topic_id
      inner join sub_topics on sub_topics.id = manual_pages.subtopic_id
      where manual_pages.is_deleted = 0 and manual_id = ${id}
      order by topics.seq_no, topics.name_key, topics.id, sub_topics.seq_no, sub_topics.name_key, sub_topics.id
    `.execute(db)
    const printed = pages.rows.map(({ topic, subtopic, content_key }) => `${topic}\n${subtopic}\n${content_key}`)
    const pdf_digest = is_older ? '' : digest(`${name}\n${digest(printed.join('\n'))}`)
    await db.updateTable('manuals').set({ pdf_digest }).where('id', '=', id).execute()
  }
}
