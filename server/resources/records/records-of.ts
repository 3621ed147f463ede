import type { Column } from '#contract/column.ts'
import type { kinds, RecordType } from '#contract/kinds.ts'
import type { ListInput, RecordRow } from '#contract/records.ts'
import { askPage, findRow, type List, listPage } from '../../db/lists/list-page.ts'
import type { CleanHtml, Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { ContentDeps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { FileStore } from '../../integrations/files/store.ts'
import {
  type ImageKind,
  keepFile,
  type NewFile,
  readImage,
  resultOfOnce,
} from '../../integrations/files/uploaded-image.ts'
import type { OpenChange, Write } from '../../records/open-change.ts'
import { writeRecord } from '../../records/plan/carry-out.ts'
import { editRecord } from '../../records/plan/sources/form.ts'
import { setRecordDeleted } from '../../records/plan/sources/state.ts'
import { type Own, recordTables } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { isEmptyText } from '../../records/written-for.ts'
import { cleanRichText, leftOutOf } from '../../rich-text/clean-rich-text.ts'

type Columns<Table extends RecordType> = Partial<Own<Table>>
/** The same without undefined values. */
type Said<Table extends RecordType> = { [Name in keyof Own<Table>]?: Own<Table>[Name] | undefined }
type Stored<Table extends RecordType> = StoredRow & Own<Table>

type RichTexts<Described> = {
  [Name in keyof Described]: Described[Name] extends { type: 'rich_text' } ? Name : never
}[keyof Described]
/** A call's fields after cleaning their rich texts, as passed to `toColumns`. */
export type Cleaned<Table extends RecordType, Fields> = {
  [Name in keyof Fields]: Name extends RichTexts<(typeof kinds)[Table]['columns']> ? CleanHtml : Fields[Name]
}
/** The same fields as sent. */
type Sent<Fields> = { [Name in keyof Fields]: Fields[Name] extends CleanHtml ? string : Fields[Name] }

/** What is special about a kind of record; without rules, its calls' fields are its columns. */
export type Rules<Table extends RecordType, Listed, Wire extends RecordRow, Fields extends object, Needs> = {
  /**
   * The columns set by these fields, except for fields left out; `current` is the record as stored, missing for a new
   * one. Throws 422.
   */
  toColumns?: (fields: Fields, current: Stored<Table> | undefined, change: OpenChange) => Said<Table>
  /**
   * The record's one picture, the column for its file name, and where files are; and its French twin, if owners get
   * one. Without a new one it stays, and null removes the French one.
   */
  picture?: ImageKind & { column: keyof Own<Table> & string; store: (deps: Needs) => FileStore }
  /** The field that callers may narrow the list by besides its filters. */
  narrowedBy?: string
  /** Adds to records what their rows do not contain, from tables that the list names. */
  finish?: (db: Db, records: Listed[]) => Promise<Wire[]>
}

/** The records of a list, with what is special about their kind. */
export function recordsOf<
  Row,
  Listed extends object,
  Table extends RecordType,
  Fields extends object = Said<Table>,
  Wire extends RecordRow = Listed & RecordRow,
  Needs extends { db: Db } = { db: Db },
>(
  list: List<Row, Listed, Table>,
  rules: Rules<Table, Listed, Wire, Fields, Needs> = {},
): Records<Wire, Sent<Fields>, Needs> {
  const { table } = list
  const { narrowedBy = '' } = rules
  const pictures = rules.picture ? withTwin(table, rules.picture) : []
  const noPictures = Object.fromEntries(pictures.map(({ column }) => [column, null])) as Columns<Table>
  const toColumns = (fields: Fields, current: Stored<Table> | undefined, change: OpenChange) => {
    const said = rules.toColumns?.(fields, current, change) ?? fields
    return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Columns<Table>
  }
  const finish = rules.finish ?? (async (_db: Db, records: Listed[]) => records as object[] as Wire[])

  async function find(db: Db, id: string) {
    const row = await findRow(db, list, id)
    const [record] = row ? await finish(db, [list.toWire(row)]) : []
    if (record) return record
    throw notFound(`This ${recordTables[table].noun[0]}`)
  }

  /** Reads the fields' pictures and runs `write` with the columns that hold their names. */
  async function withPictures(deps: Needs, fields: Fields, write: (pictures: Columns<Table>) => Promise<Wire>) {
    const said = pictures.map((picture) => ({ ...picture, upload: (fields as Record<string, unknown>)[picture.field] }))
    const names: Record<string, string | null> = {}
    const read: { store: FileStore; field: string; file: NewFile }[] = []
    for (const { upload, ...picture } of said) {
      if (upload === null) names[picture.column] = null
      if (!(upload instanceof File)) continue
      const file = await readImage(picture, upload)
      names[picture.column] = file.name
      read.push({ store: picture.store(deps), field: picture.field, file })
    }
    const keepEach = (place: number): Promise<Wire> => {
      const one = read[place]
      if (!one) return write(names as Columns<Table>)
      return keepFile(one.store, one.file, async () => {
        const answer = await keepEach(place + 1)
        const address = (answer as Record<string, unknown>)[one.field]
        return resultOfOnce(answer, typeof address === 'string' ? address : null, one.file)
      })
    }
    return keepEach(0)
  }

  /**
   * The fields with the rich texts of every such column cleaned, before a transaction begins; and what was left out of
   * them, in words. Throws 422.
   */
  async function cleaned(deps: Needs, fields: Sent<Fields>) {
    const clean: Record<string, CleanHtml> = {}
    let warning: string | undefined
    for (const [column, { type, wire = column, videos = false, twinOf }] of Object.entries<Column>(
      recordTables[table].columns,
    )) {
      const html = type === 'rich_text' ? (fields as Record<string, unknown>)[wire] : undefined
      if (typeof html !== 'string') continue
      const { publicUrl } = (deps as object as ContentDeps).settings
      clean[wire] = await cleanRichText(wire, html, { publicUrl, videos })
      warning = leftOutOf(html, clean[wire]) ?? warning
      // Owners would read French with nothing in it in place of the English.
      if (twinOf && isEmptyText(clean[wire], true)) clean[wire] = await cleanRichText(wire, '', { publicUrl, videos })
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
      return withPictures(deps, fields, (files) =>
        write(
          async (db, change) => {
            const values = { ...toColumns(fields, undefined, change), ...noPictures, ...files }
            return find(db, await writeRecord(db, table, { values, fields: fields as Record<string, unknown> }, change))
          },
          { warning },
        ),
      )
    },

    async edit(deps, { id, version, fields: sent }, write) {
      const { fields, warning } = await cleaned(deps, sent)
      return withPictures(deps, fields, (files) =>
        write(
          async (db, change) => {
            const current = (await readRow(db, table, id)) as Stored<Table>
            const values = { ...toColumns(fields, current, change), ...files }
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

/** A kind's picture, and its French twin if owners get one. */
const withTwin = <Picture extends { column: string; field: string }>(table: RecordType, picture: Picture): Picture[] =>
  recordTables[table].columns[picture.column]?.french
    ? [picture, { ...picture, column: `${picture.column}_fr`, field: `${picture.field}_fr` }]
    : [picture]

/** The wanted state of a record, and the version that the caller has seen. */
export type DeletedTo = { deleted: boolean; version?: number | undefined }

type Page<Wire> = (
  db: Db,
  input: ListInput & Record<string, unknown>,
) => Promise<{ data: Wire[]; total: number; current_page: number }>

/**
 * What can be done to records of a kind. `find` throws 404; whatever changes throws 404, 409 for an outdated `version`,
 * 413 and 415 for an unsuitable picture, and 422 for a duplicate, a deleted parent or what the rules refuse.
 */
export type Records<Wire extends RecordRow, Fields extends object, Needs> = {
  table: RecordType
  page: Page<Wire>
  /** The same in two steps, for callers who cache what they make of it until `stamp` moves. */
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
  /** The columns that these fields of a form set in a stored record, or in a new one. Throws 422. */
  columnsOf: (
    fields: Record<string, unknown>,
    current: StoredRow | undefined,
    change: OpenChange,
  ) => Record<string, unknown>
  /** Soft-deletes or restores a record. Resolves to whether it changed. */
  setDeleted: (db: Db, id: string, to: DeletedTo, change: OpenChange) => Promise<boolean>
}
