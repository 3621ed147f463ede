import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Column } from '#contract/kind.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'

const NOT_SHOWN = ['hidden', 'secret', 'picture', 'file', 'rich_text']

/** What the screens do not show in a column. */
const exceptions: Partial<Record<RecordType, string[]>> = {
  // A column of its own shows the address; the other only decides whether an owner can sign in.
  users: ['email', 'email_confirmed'],
  // The map shows them.
  dealers: ['latitude', 'longitude'],
}

/** The sources of a kind's screen. */
function sourcesOf(type: RecordType) {
  const folder = `web/screens/${type.replaceAll('_', '-')}`
  const files = readdirSync(folder).filter((name) => /-(screen|columns)\.tsx?$/.test(name))
  return files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n')
}

// Sent messages are listed beside the form for a new one, by code of their own; administrators in a folder of theirs.
it.each(recordTypes.filter((type) => type !== 'notifications' && type !== 'admins'))(
  'the list of %s names every column of the description',
  (type) => {
    const described = Object.entries<Column>(kinds[type].columns).filter(([, { type }]) => !NOT_SHOWN.includes(type))
    const fields = described.map(([name, { wire = name, shownAs = wire }]) => shownAs)
    const sources = sourcesOf(type)
    expect(fields.filter((field) => !sources.includes(`'${field}'`))).toEqual(exceptions[type] ?? [])
  },
)
