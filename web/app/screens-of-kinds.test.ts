import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Column } from '#contract/column.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { frenchTypes } from '#contract/french-calls.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from '#contract/kinds.ts'
import { choiceOps, numberOps, textOps } from '#contract/records.ts'
import { servedKinds } from '#server/resources/kinds.ts'
import { numberOperators, textOperators } from '#web/records/list/filters/column-filters.tsx'

const NOT_SHOWN = ['hidden', 'secret', 'picture', 'file', 'rich_text']

/** What the screens do not show in a column. */
const unlisted: Partial<Record<RecordType, string[]>> = {
  // A column of its own shows the address; the other only decides whether an owner can sign in.
  users: [
    'email',
    'email_confirmed',
    'state',
    'zip',
    'news',
    'reminders',
    'text_version',
    'preferences_app',
    'terms_version',
    'language',
  ],
  // The map shows them.
  dealers: ['latitude', 'longitude'],
}

/** What calls take besides what is typed into a form. */
const untyped: Partial<Record<RecordType, string[]>> = {
  app_images: ['code'],
  menu_items: ['code'],
  // Decides which day is today.
  maintenance_items: ['time_zone'],
  // Its input is a part that the form of a message has as well.
  templates: ['link'],
}

/** Screens that are called otherwise than the table of their records. */
const folders: Partial<Record<RecordType, string>> = {
  admins: 'administrators',
  app_images: 'slider-images',
  menu_items: 'app-menus',
}

/** The sources of a kind's screen and form. */
function sourcesOf(type: RecordType, ending: string) {
  const folder = folders[type] ?? type.replaceAll('_', '-')
  const own = globSync(`web/screens/${folder}/*${ending}.{ts,tsx}`).filter((name) => !name.includes('.test.'))
  const files = [...own, ...globSync(`web/shared-forms/${folder.replace(/s$/, '')}-form.tsx`)]
  return files.map((name) => readFileSync(name, 'utf8')).join('\n')
}

// Sent messages are listed beside the form for a new one, by their own code; administrators in their own folder.
it.each(recordTypes.filter((type) => type !== 'notifications' && type !== 'admins'))(
  'the list of %s names every column of the description',
  (type) => {
    // One column says of all twins together whether they are written.
    const described = Object.entries<Column>(kinds[type].columns).filter(
      ([, { type, twinOf }]) => !NOT_SHOWN.includes(type) && !twinOf,
    )
    const fields = described.map(([name, { wire = name, shownAs = wire }]) => shownAs)
    const sources = sourcesOf(type, '-{screen,columns}')
    expect(fields.filter((field) => !sources.includes(`'${field}'`))).toEqual(unlisted[type] ?? [])
    expect(sources.includes('...frenchColumn()')).toBe(frenchTypes.some((one) => one === type))
  },
)

/** The operators that each kind of filter sends. */
const sent: Record<string, readonly string[]> = {
  text: textOperators.map(({ op }) => op),
  number: numberOperators.map(({ op }) => op),
  dateFilter: numberOps,
  choiceFilter: choiceOps,
  flagFilter: choiceOps,
  textFilter: textOps,
}

it.each(recordTypes)('the filters of the screen of %s use operators that its list knows', (type) => {
  const sources = sourcesOf(type, '')
  const made = [...sources.matchAll(/\b(text|number)\('(\w+)'(?:, \{[^{}]*\})?\)(?:,\s*filter: (\w+))?/g)].map(
    ([, column = '', field = '', control = column]) => ({ control, field }),
  )
  const written = [...sources.matchAll(/\bfield: '(\w+)',[^{}]*?\bfilter: (\w+)/g)].map(
    ([, field = '', control = '']) => ({ control, field }),
  )
  expect(made.length).toBeGreaterThan(0)
  const unknown = [...made, ...written].flatMap(({ field, control }) => {
    const known = servedKinds[type].list.columns[field]?.ops
    return (sent[control] ?? ['']).filter((op) => known && !known.includes(op)).map((op) => `${field}: ${op}`)
  })
  expect(unknown).toEqual([])
})

const fieldsOf = (endpoint?: Endpoint) => Object.keys((endpoint?.input as { shape?: object } | undefined)?.shape ?? {})

const withVersion = recordTypes.filter((type) => {
  const { edit } = recordCalls[type] as { edit?: Endpoint }
  return fieldsOf(edit).includes('version')
})

it.each(withVersion)('the form of %s says which version an edit is about', (type) => {
  const form = sourcesOf(type, '-form')
  // A form that does not save by itself is saved with its version.
  const isSaved = form.includes('<FormModal') && !/\bsave=\{/.test(form)
  expect(isSaved ? 'by its kind' : sourcesOf(type, '')).toMatch(/^by its kind$|\.edit,\s*\{[^{}]*\bversion\b/)
})

describe.each(recordTypes)('the form of %s', (type) => {
  const { add, edit } = recordCalls[type] as { add?: Endpoint; edit?: Endpoint }
  const inputs = new Map(
    [...sourcesOf(type, '').matchAll(/(?:<(\w+)\s[^<>]*?|useField<[^(]*\([^()]*?)\bname[:=] ?["'](\w+)["']/g)].map(
      ([, input = '', field = '']) => [field, input],
    ),
  )
  // One part of the form has a field in both languages.
  for (const [, field = '', input = ''] of sourcesOf(type, '').matchAll(
    /<WithFrench\s[^<>]*?\bname="(\w+)".*?=>\s*\(?\s*<(\w+)/gs,
  )) {
    for (const name of [field, `${field}_fr`]) inputs.set(name, input)
  }
  if (/<PublishingFields\b/.test(sourcesOf(type, ''))) inputs.set('publishing', 'PublishingFields')

  it('has an input for each field that its calls take', () => {
    const fields = new Set([...fieldsOf(add), ...fieldsOf(edit)])
    for (const one of ['version', kinds[type].key]) fields.delete(one)
    // One part of the form has all dates.
    if (inputs.has('publishing')) for (const one of ['publish_at', 'unpublish_at', 'edits_at']) fields.delete(one)
    expect([...fields].filter((field) => !inputs.has(field))).toEqual(untyped[type] ?? [])
  })

  it('has the editor for each rich text', () => {
    const rich = Object.entries<Column>(kinds[type].columns).filter(([, { type }]) => type === 'rich_text')
    const edited = [...inputs].filter(([, input]) => input === 'RichTextField').map(([field]) => field)
    expect(edited.toSorted()).toEqual(rich.map(([column, { wire = column }]) => wire).toSorted())
  })
})
