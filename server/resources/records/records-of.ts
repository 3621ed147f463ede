import type { Column } from '#contract/kind.ts'
import type { kinds, RecordType } from '#contract/kinds.ts'
import type { ListInput, RecordRow } from '#contract/records.ts'
import { askPage, findRow, type List, listPage } from '../../db/lists/list-page.ts'
import type { CleanHtml, Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { ContentDeps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { FileStore } from '../../integrations/files/store.ts'
import { type ImageKind, keepFile, readImage, resultOfOnce } from '../../integrations/files/uploaded-image.ts'
import { readRow, type StoredRow } from '../../records/change.ts'
import { setRecordDeleted } from '../../records/delete-record.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange, Write } from '../../records/open-change.ts'
import { writeRecord } from '../../records/plan/carry-out.ts'
import { type Own, recordTables } from '../../records/record-tables.ts'
import { cleanRichText } from '../../rich-text/clean-rich-text.ts'
import { leftOutOf } from '../../rich-text/left-out.ts'

type Columns<Table extends RecordType> = Partial<Own<Table>>
/** The same, where what is undefined is left out. */
type Said<Table extends RecordType> = { [Name in keyof Own<Table>]?: Own<Table>[Name] | undefined }
type Stored<Table extends RecordType> = StoredRow & Own<Table>

type RichTexts<Described> = {
  [Name in keyof Described]: Described[Name] extends { type: 'rich_text' } ? Name : never
}[keyof Described]
/** The fields of a call once the rich texts among them are cleaned, as `toColumns` gets them. */
export type Cleaned<Table extends RecordType, Fields> = {
  [Name in keyof Fields]: Name extends RichTexts<(typeof kinds)[Table]['columns']> ? CleanHtml : Fields[Name]
}
/** The same fields as they are sent. */
type Sent<Fields> = { [Name in keyof Fields]: Fields[Name] extends CleanHtml ? string : Fields[Name] }

/** What is special about a kind of record; without rules, the fields of its calls are its columns. */
export type Rules<Table extends RecordType, Listed, Wire extends RecordRow, Fields extends object, Needs> = {
  /**
   * The columns that these fields set, without those of which they say nothing; `current` is the record as it is stored; it is
   * missing for a new one. Throws 422.
   */
  toColumns?: (fields: Fields, current: Stored<Table> | undefined, change: OpenChange) => Said<Table>
  /** The record's one picture, the column for the name of its file, and where files are. Without a new one it stays. */
  picture?: ImageKind & { column: keyof Own<Table> & string; store: (deps: Needs) => FileStore }
  /** The field that callers may narrow the list by besides its filters. */
  narrowedBy?: string
  /** Adds to records what their rows do not say, from tables that the list names. */
  finish?: (db: Db, records: Listed[]) => Promise<Wire[]>
}

/** The records of a list, with what is special about their kind. */
export function recordsOf<
  Row,
  Listed extends object,
  Table extends RecordType,
  Fields extends object,
  Wire extends RecordRow = Listed & RecordRow,
  Needs extends { db: Db } = { db: Db },
>(
  list: List<Row, Listed, Table>,
  rules: Rules<Table, Listed, Wire, Fields, Needs> = {},
): Records<Wire, Sent<Fields>, Needs> {
  const { table } = list
  const { picture, narrowedBy = '' } = rules
  const toColumns = (fields: Fields, current: Stored<Table> | undefined, change: OpenChange) => {
    const said = rules.toColumns?.(fields, current, change) ?? fields
    return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Columns<Table>
  }
  const finish = rules.finish ?? (async (_db: Db, records: Listed[]) => records as object[] as Wire[])

  async function find(db: Db, id: string) {
    const row = await findRow(db, list, id)
    const [record] = row ? await finish(db, [list.toWire(row)]) : []
    if (record) return record
    const { asked, noun } = recordTables[table]
    throw notFound(`This ${asked ?? noun[0]}`)
  }

  /** Reads the picture of the fields and runs `write` with the column that holds its name. */
  async function withPicture(deps: Needs, fields: Fields, write: (picture?: Columns<Table>) => Promise<Wire>) {
    const upload = picture && (fields as Record<string, unknown>)[picture.field]
    if (!picture || !(upload instanceof File)) return write()
    const file = await readImage(picture, upload)
    return keepFile(picture.store(deps), file, async () => {
      const answer = await write({ [picture.column]: file.name } as Columns<Table>)
      const address = (answer as Record<string, unknown>)[picture.field]
      return resultOfOnce(answer, typeof address === 'string' ? address : null, file)
    })
  }

  /**
   * The fields with their rich texts cleaned: of every column of that type, before a transaction begins; and what is left
   * out of them, in words. Throws 422.
   */
  async function cleaned(deps: Needs, fields: Sent<Fields>) {
    const clean: Record<string, CleanHtml> = {}
    let warning: string | undefined
    for (const [column, { type, wire = column, videos = false }] of Object.entries<Column>(
      recordTables[table].columns,
    )) {
      const html = type === 'rich_text' ? (fields as Record<string, unknown>)[wire] : undefined
      if (typeof html !== 'string') continue
      const { publicUrl } = (deps as object as ContentDeps).settings
      clean[wire] = await cleanRichText(wire, html, { publicUrl, videos })
      warning = leftOutOf(html, clean[wire]) ?? warning
    }
    return { fields: { ...fields, ...clean } as object as Fields, warning }
  }

  const scopeOf = ({ [narrowedBy]: only }: ListInput & Record<string, unknown>) =>
    typeof only === 'string' || typeof only === 'boolean' ? { [narrowedBy]: String(only) } : {}
  const finished = async (db: Db, page: Awaited<ReturnType<typeof listPage<Row, Listed>>>) => ({
    ...page,
    data: await finish(db, page.data),
  })

  return {
    table,
    page: async (db, input) => finished(db, await listPage(db, list, input, scopeOf(input))),
    async askPage(db, input) {
      const { stamp, read } = await askPage(db, list, input, scopeOf(input))
      return { stamp, read: async () => finished(db, await read()) }
    },
    find,

    async add(deps, sent, write) {
      const { fields, warning } = await cleaned(deps, sent)
      const noPicture = (picture ? { [picture.column]: null } : {}) as Columns<Table>
      return withPicture(deps, fields, (file = noPicture) =>
        write(
          async (db, change) => {
            const values = { ...toColumns(fields, undefined, change), ...file }
            return find(db, await writeRecord(db, table, { values, fields: fields as Record<string, unknown> }, change))
          },
          { warning },
        ),
      )
    },

    async edit(deps, { id, version, fields: sent }, write) {
      const { fields, warning } = await cleaned(deps, sent)
      return withPicture(deps, fields, (file) =>
        write(
          async (db, change) => {
            const current = (await readRow(db, table, id)) as Stored<Table>
            const values = { ...toColumns(fields, current, change), ...file }
            const edit = { version, values, fields: fields as Record<string, unknown>, find: () => find(db, id) }
            await editRecord(db, table, current, edit, change)
            return find(db, id)
          },
          { warning },
        ),
      )
    },

    clean: async (deps, fields) => (await cleaned(deps, fields as object as Sent<Fields>)).fields,

    columnsOf: (fields, current, change) =>
      toColumns(fields as object as Fields, current as Stored<Table> | undefined, change),

    setDeleted: (db, id, to, change) =>
      inTransaction(db, async (db) => setRecordDeleted(db, table, await find(db, id), to, change)),
  }
}

/** The state that a record shall have, and the version that the caller has seen. */
export type DeletedTo = { deleted: boolean; version?: number | undefined }

type Page<Wire> = (
  db: Db,
  input: ListInput & Record<string, unknown>,
) => Promise<{ data: Wire[]; total: number; current_page: number }>

/**
 * What can be done to records of a kind. `find` throws 404; what changes throws 404, 409 for an outdated `version`, 413
 * and 415 for an unsuitable picture, and 422 for a duplicate, a deleted parent or what the rules refuse.
 */
export type Records<Wire extends RecordRow, Fields extends object, Needs> = {
  table: RecordType
  page: Page<Wire>
  /** The same in two steps, for callers who remember what they make of it, until `stamp` moves. */
  askPage: (
    db: Db,
    input: ListInput & Record<string, unknown>,
  ) => Promise<{ stamp: string; read: () => ReturnType<Page<Wire>> }>
  find: (db: Db, id: string) => Promise<Wire>
  /** Adds a record in the transaction of `write`. */
  add: (deps: Needs, fields: Fields, write: Write) => Promise<Wire>
  /** Changes a record in the transaction of `write`; what others changed since `version` stays. */
  edit: (deps: Needs, edit: { id: string; version?: number | undefined; fields: Fields }, write: Write) => Promise<Wire>
  /** These fields of a form with their rich texts as they would be stored. Throws 422. */
  clean: (deps: Needs, fields: Record<string, unknown>) => Promise<object>
  /** The columns that these fields of a form set in a record as it is stored, or in a new one. Throws 422. */
  columnsOf: (
    fields: Record<string, unknown>,
    current: StoredRow | undefined,
    change: OpenChange,
  ) => Record<string, unknown>
  /** Soft-deletes or restores a record. Resolves to whether it changed. */
  setDeleted: (db: Db, id: string, to: DeletedTo, change: OpenChange) => Promise<boolean>
}
