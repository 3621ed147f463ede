import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ImportType, imports } from '#contract/imports.ts'
import { rvs } from '#contract/rvs.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
  await addCatalogue(app, '2027')
  await addCatalogue(app, '2026')
  await addOwner(app, 'Grace Hopper')
})
afterEach(() => app.close())

const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'rows.csv')
async function rehearse(record_type: ImportType, ...lines: string[]) {
  const { data } = await app.call(imports.rehearse, formOf({ record_type, file: csv(...lines) }))
  const rows = (await app.call(imports.rows, { rehearsal_id: data.rehearsal_id, per_page: 100 })).data
  const apply = () => app.call(imports.apply, { rehearsal_id: data.rehearsal_id })
  return { rows, counts: data.counts, apply }
}
const vinOf = (text: string) => withCheckDigit(text) ?? ''
const VIN = vinOf('5ZT2CXKB0VB310312')

const PATTERNS = 'VIN Begins With,RV Type,Year,Model'
const importPatterns = async () => {
  const found = await rehearse(
    'vin_patterns',
    PATTERNS,
    '5ZT2*X,Type of 2027,2027,2027',
    '5zt-9,Type of 2026,,',
    '5Z,Type of 2026,,',
    '1IX,Type of 2026,,',
    '5ZT8,Nothing,,',
  )
  return found
}

it('VIN patterns come in from a file, and what is no pattern or refers to nothing is refused', async () => {
  const { rows } = await importPatterns()
  expect(rows.map(({ outcome, errors }) => [outcome, Object.keys(errors)])).toEqual([
    ['new', []],
    ['new', []],
    ['refused', ['prefix']],
    ['refused', ['prefix']],
    ['refused', ['rv_type']],
  ])
  const good = await rehearse('vin_patterns', PATTERNS, '5ZT2*X,Type of 2027,2027,2027', '5zt-9,Type of 2026,,')
  await good.apply()
  const { data } = await app.call(vinPatterns.list, { sort: [{ field: 'prefix', order: 'asc' }] })
  expect(data.map(({ prefix, rv_type, model_name }) => [prefix, rv_type, model_name])).toEqual([
    ['5ZT2*X', 'Type of 2027', '2027'],
    ['5ZT9', 'Type of 2026', null],
  ])
  const again = await rehearse('vin_patterns', PATTERNS, '5ZT9,Type of 2027,,')
  expect(again.rows.map(({ outcome }) => outcome)).toEqual(['changed'])
})

const RVS = 'User Email,RV Type,Model,Year,VIN'
const rv = (vin: string, year = '2027') => `grace.hopper@example.com,Type of ${year},${year},${year},${vin}`

it('A rehearsal of RVs points out what their VINs say otherwise, and takes them all the same', async () => {
  await (await rehearse('vin_patterns', PATTERNS, '5ZT2*X,Type of 2027,2027,2027')).apply()
  const other = vinOf('5ZT2CXKB0VB310313')
  const stranger = vinOf('1FDXE4FS0VB310314')
  const { rows, counts, apply } = await rehearse(
    'rvs',
    RVS,
    rv(VIN),
    rv(other, '2026'),
    rv(stranger),
    rv('310315'),
    rv(`${VIN.slice(0, 8)}${VIN[8] === '1' ? '2' : '1'}${VIN.slice(9, 16)}6`),
  )
  expect(rows.map(({ warnings }) => warnings)).toEqual([
    {},
    {
      vin: [
        'This VIN says model year 2027, not 2026.',
        'This VIN says RV type Type of 2027, not Type of 2026.',
        'This VIN says model 2027, not 2026.',
      ],
    },
    { vin: ['No RV that is known here has a VIN that begins with 1FD.'] },
    {},
    { vin: ['The check digit of this VIN is wrong.'] },
  ])
  expect(counts).toMatchObject({ new: 5, refused: 0 })
  await apply()
  expect((await app.call(rvs.list, {})).total).toBe(5)
  const unchanged = await rehearse('rvs', RVS, rv(other, '2026'))
  expect(unchanged.rows.map(({ outcome, warnings }) => [outcome, warnings])).toEqual([['unchanged', {}]])
})
