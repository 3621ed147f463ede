import { z } from 'zod'
import type { Column } from '#contract/column.ts'
import { columnsInFrench } from '#contract/french.ts'

export type Described = Readonly<Record<string, Column>>
type Audience = Column['audience']

type FieldOf<Name, Facts> =
  | (Facts extends { wire: infer Wire } ? Wire : Name)
  | (Facts extends { shownAs: infer Shown } ? Shown : never)
type FieldsFor<For extends Audience, Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { twinOf: string }
    ? never
    : Columns[Name] extends { audience: For }
      ? FieldOf<Name, Columns[Name]>
      : never
}[keyof Columns]
type Seen<For extends Audience, Columns, Shape, More> = Extract<
  keyof Shape,
  '_id' | 'updated_at' | FieldsFor<For, Columns> | More
>

/** A stored file and where it is served. The size and digest of its bytes are null until known. */
export const servedFile = z.object({
  url: z.string().meta({ description: 'The address of the file, from the root of this server.' }),
  bytes: z.int().nullable().meta({ description: 'The size of the file in bytes; null while it is being found out.' }),
  sha256: z
    .string()
    .nullable()
    .meta({ description: 'The SHA-256 of the file, in hexadecimal; null while it is being found out.' }),
})
export type ServedFile = z.output<typeof servedFile>
const storedFile = servedFile.nullable().meta({ description: 'The file; null where there is none, or it is missing.' })
type FileColumns<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { twinOf: string }
    ? never
    : Columns[Name] extends { type: 'picture' | 'file'; audience: 'owners' }
      ? Name
      : never
}[keyof Columns]

/** The files of such records, beside their addresses: null where there is none, or it is missing. */
export const filesOf = <Columns extends Described>({ columns }: { columns: Columns }) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { type, audience, twinOf }]) =>
      audience === 'owners' && !twinOf && (type === 'picture' || type === 'file') ? [[name, storedFile]] : [],
    ),
  ) as { [Name in FileColumns<Columns>]: typeof storedFile }

/** Which fields are English in a French answer. */
const inEnglish = z.array(z.string()).optional().meta({
  description: 'Asked for in French, the fields that are English for want of French; not there where there are none.',
})

/**
 * What owners see of such records: the columns for this audience, and `more` fields of the list that are not columns.
 */
export function seenBy<
  For extends Audience,
  Columns extends Described,
  Shape extends z.ZodRawShape,
  More extends keyof Shape & string,
>(audience: For, { columns }: { columns: Columns }, row: z.ZodObject<Shape>, more: readonly More[]) {
  const fields = Object.entries(columns)
    .filter(([, facts]) => facts.audience === audience && !facts.twinOf)
    .flatMap(([name, { wire = name, shownAs = wire }]) => [wire, shownAs])
  const seen = new Set(['_id', 'updated_at', ...fields, ...more])
  const shape = Object.fromEntries(Object.entries(row.shape).filter(([field]) => seen.has(field)))
  const english = columnsInFrench(columns).length ? { in_english: inEnglish } : {}
  return z.object({
    ...(shape as Pick<Shape, Seen<For, Columns, Shape, More>>),
    ...(english as { in_english?: typeof inEnglish }),
  })
}
