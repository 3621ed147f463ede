import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checklistFields, checklistKind, checklists } from '#contract/checklists.ts'
import type { Column } from '#contract/column.ts'
import { editFields } from '#contract/edit-fields.ts'
import { addressOf } from '#contract/endpoint.ts'
import { importTypes } from '#contract/import-types.ts'
import { importFields, imports } from '#contract/imports.ts'
import { kinds, type RecordType, recordCalls, recordTypes, type UpsertType, upsertTypes } from '#contract/kinds.ts'
import { ownCalls } from '#contract/owner/own-records.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { readQuery, writeQuery } from '#server/db/raw-query.ts'
import { buildTestApp } from '#server/testing/build-test-app.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'
import { releasedEdits } from '#server/testing/released-edits.ts'
import { buildInhabitedApp, fieldsOf, type InhabitedApp, tokenFor, validFields, writesOf } from './inhabited-app.ts'
import { ownIdOf } from './valid-inputs.ts'

let app: InhabitedApp
let icon: File
beforeAll(async () => {
  app = await buildInhabitedApp()
  icon = await aPicture({ width: 60 })
})
afterAll(() => app.close())

/** Every call that edited a kind of record in an earlier release, with the fields that it took. */
const released = releasedEdits().flatMap(({ version, edits }) =>
  recordTypes.flatMap((type) =>
    [writesOf(type).edit, ownCalls[type]?.edit].flatMap((edit) => {
      const fields = edit && edits[addressOf(edit)]?.split(' ')
      return edit && fields ? [{ version, type, edit, fields }] : []
    }),
  ),
)
type Released = (typeof released)[number]

/** The columns whose fields the edit of a kind has got since. */
const newColumns = ({ type, edit, fields }: Released) =>
  Object.entries<Column>(kinds[type].columns).filter(
    ([name, { wire = name }]) => fieldsOf(edit).includes(wire) && !fields.includes(wire),
  )
const withNew = released.filter((one) => newColumns(one).length)
const named = (types: readonly RecordType[]) => withNew.filter(({ type, edit }) => types.includes(type) && !edit.owner)

const bodies = new Map<RecordType, number>()
/** What a caller of that release sends of a record: other words than the last one did. */
function lastBody({ type, edit, fields }: Released) {
  const sent = bodies.get(type) ?? 0
  bodies.set(type, sent + 1)
  const mark = String(sent % 10)
  const valid = { ...validFields(type, edit, { ids: app.ids, icon }, mark), content: `<p>${mark}</p>` }
  return Object.fromEntries(Object.entries(valid).filter(([field]) => fields.includes(field)))
}

/** The id of the record that is edited. */
const whichOf = ({ type, edit }: Released) => (edit.owner ? ownIdOf(type, app.ids) : app.ids[kinds[type].key]) ?? ''

async function valuesOf(one: Released, columns: string[]) {
  const sql = `select version, ${columns.join()} from ${one.type} where id = ?`
  const [row] = await readQuery<Record<string, unknown>>(app.db, sql, [whichOf(one)])
  return row ?? {}
}

/** Runs what sends a body of a record, which holds something in each new column; expects all of that to stay. */
async function expectKept(one: Released, { vin }: Record<string, unknown>, change: () => Promise<unknown>) {
  const columns = newColumns(one).map(([name]) => name)
  const held = newColumns(one).map(([name, { type }]) => {
    if (type === 'flag' || type === 'number') return 1
    // A full VIN stays beside the VIN that it ends in.
    if (name === 'full_vin') return withCheckDigit(`1FDXE4FS0GD${String(vin)}`) ?? null
    // The link of a template is JSON.
    if (name === 'link') return JSON.stringify({ type: 'dealers', id: 'kept' })
    return type === 'time' ? `20${String(name.length).padStart(2, '0')}-01-01T00:00:00.000Z` : `kept in ${one.type}`
  })
  const set = columns.map((name) => `${name} = ?`).join()
  await writeQuery(app.db, `update ${one.type} set ${set} where id = ?`, [...held, whichOf(one)])
  const { version: before, ...kept } = await valuesOf(one, columns)
  await change()
  const { version: after, ...values } = await valuesOf(one, columns)
  expect(Number(after)).toBeGreaterThan(Number(before))
  expect(values).toEqual(kept)
}

it('every field that a release did not have says since when it is', () => {
  const silent = released.flatMap((one) =>
    newColumns(one).flatMap(([name, { since = one.version }]) =>
      since === one.version ? [`${one.type}.${name}`] : [],
    ),
  )
  expect(silent).toEqual([])
})

describe('what a caller of an earlier release does not know stays', () => {
  it.each(withNew)('when $type are edited by $edit.path as in $version', async (one) => {
    const { type, edit } = one
    const fields = { ...lastBody(one), [kinds[type].key]: whichOf(one) }
    const body = edit.multipart ? formOf(fields as never) : fields
    await expectKept(one, fields, () => app.call(edit, body, { token: tokenFor(edit, app) }))
  })

  it.each(named(upsertTypes))('when $type are upserted as in $version', async (one) => {
    const { logo: _file, ...fields } = lastBody(one) as Record<string, unknown>
    const { upsert } = recordCalls[one.type as UpsertType]
    await expectKept(one, fields, () => app.call(upsert, { records: [{ ...fields, _id: whichOf(one) }] }))
  })

  it.each(named(importTypes))('when $type are imported as in $version', async (one) => {
    const type = one.type as (typeof importTypes)[number]
    const body: Record<string, unknown> = { ...lastBody(one), _id: whichOf(one) }
    const columns = importFields(type).filter(({ field }) => field in body)
    const lines = [columns.map(({ label }) => label), columns.map(({ field }) => `"${String(body[field])}"`)]
    const file = new File([lines.map((cells) => cells.join()).join('\r\n')], 'last.csv')
    const { data } = await app.call(imports.rehearse, formOf({ record_type: type, file }))
    expect(data.counts).toMatchObject({ changed: 1, refused: 0 })
    await expectKept(one, body, () => app.call(imports.apply, { rehearsal_id: data.rehearsal_id }))
  })
})

it('an optional text of a later release stays where an edit leaves it out, and is cleared where it is empty', async () => {
  const note: Column = checklistKind.columns.note
  const { input } = checklists.edit
  note.since = '99.0.0'
  checklists.edit.input = editFields(checklistKind, checklistFields) as typeof input
  onTestFinished(() => {
    delete note.since
    checklists.edit.input = input
  })
  const later = await buildTestApp()
  const { data } = await later.call(checklists.add, { name: 'Departure', note: 'Look twice.' })
  const edit = async (fields: object) =>
    (await later.call(checklists.edit, { name: 'Arrival', ...fields, checklist_id: data._id } as never)).data.note
  expect([await edit({}), await edit({ note: '' })]).toEqual(['Look twice.', ''])
  await later.close()
})
