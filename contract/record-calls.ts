import type { z } from 'zod'
import type { Column } from './column.ts'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { done, edited, getOf, listInput, pageOf, saved, which } from './records.ts'

type Shape = Record<string, z.ZodType>
type Described<Columns, Key> = { columns: Columns; key: Key }

/**
 * The six calls of a kind of record: `path` is their prefix, `fields` its form, `changes` the form of an edit if
 * different, and `row` the record as answered. A kind that differs spreads them and replaces one.
 */
export function recordCallsOf<
  const Columns extends Record<string, Column>,
  const Key extends string,
  Fields extends Shape,
  Row extends z.ZodType,
  Changes extends Shape = Fields,
>(
  path: string,
  kind: Described<Columns, Key>,
  form: {
    fields: z.ZodObject<Fields>
    changes?: z.ZodObject<Changes>
    row: Row
    /** Whether the form includes a picture. */
    multipart?: true
  },
) {
  const { fields, row, changes = fields as object as z.ZodObject<Changes>, multipart } = form
  const files = Object.values(kind.columns).filter(({ type }) => type === 'picture').length
  const pictures = multipart && { multipart, once: true as const, ...(files > 1 && { files }) }
  return {
    list: endpoint(`${path}/list`, listInput, pageOf(row)),
    get: getOf(`${path}/get`, kind.key, row),
    add: endpoint(`${path}/add`, fields, saved(row), { change: 'add', once: true, ...pictures }),
    edit: endpoint(`${path}/edit`, editFields(kind, changes), edited(row), { change: 'edit', ...pictures }),
    delete: endpoint(`${path}/delete`, which(kind.key), done, { change: 'delete' }),
    restore: endpoint(`${path}/restore`, which(kind.key), done, { change: 'restore' }),
  }
}
