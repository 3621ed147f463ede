import type { Column } from '../contract/column.ts'
import { programTypes } from '../contract/keys.ts'
import { isPublished, kinds, type RecordType, recordTypes } from '../contract/kinds.ts'
import { type About, aboutOf, type Held, heldInRecords } from '../contract/personal.ts'
import { heldBeside } from '../server/db/personal-tables.ts'

/** What is known of kinds of records and of tables. */
export type Known = { columnsOf: (type: RecordType) => Record<string, Column>; held: readonly Held[] }
/** What is held of people, by tables. */
export const held: Held[] = [...heldInRecords, ...heldBeside]
const known: Known = { columnsOf: (type) => kinds[type].columns, held }

/** docs/privacy.md with the tables between its marks made anew. Throws where a mark is missing. */
export function privacyPage(text: string, { columnsOf, held }: Known = known) {
  const tables = {
    columns: tableOf(
      ['Records', 'About a person', 'About a thing', 'A text that may name a person', 'Read outside of the office by'],
      recordTypes.map((type) => rowOf(type, columnsOf(type))),
    ),
    ...Object.fromEntries(
      (['owners', 'administrators', 'texts'] as const).map((about) => [
        about,
        tableOf(
          ['Tables', 'What', 'Why', 'How long', 'After the erase of an owner'],
          held
            .filter((one) => one.about === about)
            .map(({ tables, what, why, until, erase }) => [tables.map(code).join(', '), what, why, until, erase]),
        ),
      ]),
    ),
  }
  return Object.entries(tables).reduce((page, [name, table]) => {
    const place = new RegExp(`(<!-- ${name}: [^\n]*-->\n)[^]*?(<!-- end -->)`)
    if (!place.test(page)) throw new Error(`docs/privacy.md has no place for the table “${name}”`)
    return page.replace(place, (_all, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
  }, text)
}

function rowOf(type: RecordType, columns: Record<string, Column>) {
  const all = Object.entries(columns).map(([name, { label }]) => ({
    about: aboutOf(type, name),
    name: label || code(name),
  }))
  const listed = (about: About) =>
    all.flatMap((column) => (column.about === about ? column.name : [])).join(', ') || '–'
  const readers = [
    ...(isPublished(type) ? ['all owners'] : []),
    ...(programTypes.some((one) => one === type) ? ['programs'] : []),
  ]
  return [kinds[type].noun[1], listed('person'), listed('thing'), listed('text'), readers.join(', ') || 'nobody']
}

const code = (name: string) => `\`${name}\``

const tableOf = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
