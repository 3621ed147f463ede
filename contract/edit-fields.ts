import { z } from 'zod'
import type { Column } from './column.ts'
import type { WireOf } from './kind.ts'
import { which } from './records.ts'

type Later<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { since: string } ? WireOf<Name, Columns[Name]> : never
}[keyof Columns]
type Edited<Columns, Shape> = {
  [Field in keyof Shape]: Field extends Later<Columns>
    ? Shape[Field] extends z.ZodType
      ? z.ZodOptional<Shape[Field]>
      : never
    : Shape[Field]
}

/**
 * The input of an edit: which record, and the fields of its form. Fields of columns added since an earlier release are
 * optional, because older callers do not know them: the record then keeps its value.
 */
export function editFields<
  const Columns extends Record<string, Column>,
  const Key extends string,
  Shape extends Record<string, z.ZodType>,
>({ columns, key }: { columns: Columns; key: Key }, { shape }: z.ZodObject<Shape>) {
  const later = Object.entries(columns).flatMap(([name, { since, wire = name }]) => (since ? [wire] : []))
  const fields = Object.entries(shape).map(([field, schema]) => [
    field,
    later.includes(field) ? wanted(schema).optional() : schema,
  ])
  return z.object({ ...(Object.fromEntries(fields) as Edited<Columns, Shape>), ...which(key).shape })
}

/** A schema without its default for a field that is left out. */
function wanted(schema: z.ZodType): z.ZodType {
  const told = (made: z.ZodType) => made.meta({ ...schema.meta() })
  if (schema instanceof z.ZodOptional) return told(wanted(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodPipe) return told(z.pipe(wanted(schema.in as z.ZodType), schema.out as z.ZodType))
  return schema
}
