import { frenchWords } from '#contract/french.ts'
import { type FrenchFormat, frenchFileFields } from '#contract/french-files.ts'
import type { Snapshot, Statement } from '../../db/engines/snapshot.ts'
import { digestOfWords } from '../../records/written-for.ts'
import { guarded } from '../../tables/apostrophes.ts'
import type { Head } from '../../tables/cell.ts'
import { type XliffUnit, xliffOf } from '../../tables/xliff/write-xliff.ts'
import { xlsxOf } from '../../tables/xlsx.ts'

/** A field with French: its columns, its wire name and its label. */
export type FrenchField = {
  english: string
  french: string
  writtenFor: string
  wire: string
  label: string
  isRich: boolean
}
/** A kind's records whose French is exported, and their noun in singular and plural. */
export type FrenchKind = { type: string; noun: string; title: string; fields: FrenchField[]; rows: Statement }

/** The requested format and kinds. */
export type FrenchOrder = { format: FrenchFormat; french: FrenchKind[] }

type Text = { kind: FrenchKind; field: FrenchField; id: string; english: string; french: string; state: State }
type State = 'none' | 'older' | 'current'

/** Two texts of each may have the maximum length. */
const RECORDS_AT_ONCE = 20

/** The file of an export of French, made as it is read. */
export function frenchFile(snapshot: Snapshot, { format, french }: FrenchOrder): AsyncIterable<Buffer> {
  const textsOf = (kind: FrenchKind) => texts(kind, snapshot.batches(kind.rows, RECORDS_AT_ONCE))
  if (format === 'xlsx') {
    const heads = frenchFileFields.map(({ label }): Head => ({ label, type: 'text' }))
    return xlsxOf(heads, rowsOf(french.map(textsOf)), { name: 'French' })
  }
  return xliffOf(
    french.map((kind) => ({ id: kind.type, original: kind.title, units: inBatches(textsOf(kind), unitOf) })),
  )
}

/** The fields of records that are written in English. */
async function* texts(kind: FrenchKind, batches: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<Text[]> {
  for await (const rows of batches)
    yield rows.flatMap((row) =>
      kind.fields.flatMap((field) => {
        const [english, french] = [textAt(row, field.english), textAt(row, field.french)]
        if (english === '') return []
        const isCurrent = row[field.writtenFor] === digestOfWords(english, field.isRich)
        const state = french === '' ? 'none' : isCurrent ? 'current' : 'older'
        return [{ kind, field, id: String(row['id']), english, french, state } satisfies Text]
      }),
    )
}

/** Identifies the exported state of a French text, even an empty one. */
export const markOf = (french: string) => digestOfWords(french, false)

/** A row's text, or empty. */
export const textAt = (row: Readonly<Record<string, unknown>>, column: string) => (row[column] ?? '') as string

async function* inBatches<Made>(batches: AsyncIterable<Text[]>, make: (text: Text) => Made) {
  for await (const batch of batches) yield batch.map(make)
}

async function* rowsOf(kinds: AsyncIterable<Text[]>[]) {
  for (const batches of kinds)
    yield* inBatches(batches, ({ kind, field, id, english, french, state }) => [
      kind.title,
      id,
      field.label,
      guarded(english),
      guarded(french),
      frenchWords[state],
      markOf(french),
    ])
}

const unitOf = ({ kind, field, id, english, french, state }: Text): XliffUnit => ({
  id: `${kind.type}.${id}.${field.wire}`,
  name: `${kind.noun}: ${field.label}`,
  source: english,
  target: french,
  isRich: field.isRich,
  state: state === 'current' ? 'final' : 'initial',
  ...(state === 'older' && { subState: 'french:older' }),
  mark: markOf(french),
})
