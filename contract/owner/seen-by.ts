import { z } from 'zod'
import type { Column } from '#contract/kind.ts'

export type Described = Readonly<Record<string, Column>>
type Audience = Column['audience']

type FieldOf<Name, Facts> =
  | (Facts extends { wire: infer Wire } ? Wire : Name)
  | (Facts extends { shownAs: infer Shown } ? Shown : never)
type FieldsFor<For extends Audience, Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { audience: For } ? FieldOf<Name, Columns[Name]> : never
}[keyof Columns]
type Seen<For extends Audience, Columns, Shape, More> = Extract<
  keyof Shape,
  '_id' | 'updated_at' | FieldsFor<For, Columns> | More
>

/** A stored file, where it is served. The size and the digest of its bytes are null as long as nobody knows them. */
export const servedFile = z.object({ url: z.string(), bytes: z.int().nullable(), sha256: z.string().nullable() })
export type ServedFile = z.output<typeof servedFile>
const storedFile = servedFile.nullable()
type FileColumns<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { type: 'picture' | 'file'; audience: 'owners' } ? Name : never
}[keyof Columns]

/** The files of such records, beside their addresses: null where there is none, and where it is missing. */
export const filesOf = <Columns extends Described>({ columns }: { columns: Columns }) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { type, audience }]) =>
      audience === 'owners' && (type === 'picture' || type === 'file') ? [[name, storedFile]] : [],
    ),
  ) as { [Name in FileColumns<Columns>]: typeof storedFile }

/** What owners see of such records: the columns for this audience, and `more` fields of the list, which are no columns. */
export function seenBy<
  For extends Audience,
  Columns extends Described,
  Shape extends z.ZodRawShape,
  More extends keyof Shape & string,
>(audience: For, { columns }: { columns: Columns }, row: z.ZodObject<Shape>, more: readonly More[]) {
  const fields = Object.entries(columns)
    .filter(([, facts]) => facts.audience === audience)
    .flatMap(([name, { wire = name, shownAs = wire }]) => [wire, shownAs])
  const seen = new Set(['_id', 'updated_at', ...fields, ...more])
  const shape = Object.fromEntries(Object.entries(row.shape).filter(([field]) => seen.has(field)))
  return z.object(shape as Pick<Shape, Seen<For, Columns, Shape, More>>)
}
