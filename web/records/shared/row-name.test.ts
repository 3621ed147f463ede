import { expect, it } from 'vitest'
import type { RecordType } from '#contract/kinds.ts'
import { fullNameOf } from './row-name.ts'

const [type, year] = [
  { _id: 't', name: 'Truck Camper' },
  { _id: 'y', name: '2027' },
]

it.each<[RecordType, object, string]>([
  ['models', { name: '650', cat_id: type, year_id: year }, '650 (Truck Camper 2027)'],
  ['users', { name: 'Grace', email: 'grace@example.com' }, 'Grace (grace@example.com)'],
  ['sub_topics', { name: 'Hitches', topic_id: { _id: 's', name: 'Towing' } }, 'Hitches (Towing)'],
  [
    'rvs',
    { vin: '424242', model: { _id: 'm', name: '650' }, user: { _id: 'u', name: 'Ada' } },
    'RV 424242 (650 of Ada)',
  ],
  ['checklists', { name: 'Winter', added_by: 'Ada Lovelace' }, 'Winter (Ada Lovelace)'],
  ['dealers', { name: 'Cedar', city: 'Reno' }, 'Cedar (Reno)'],
  ['notifications', { title: 'Hello', created_at: '2027-01-02T03:04:05.000Z' }, 'Hello (01-02-2027)'],
  ['rv_types', { name: 'Truck Camper' }, 'Truck Camper'],
  ['app_images', { seq_no: 3 }, 'slider image 3'],
])('a record of %s is told apart by its name', (kind, row, name) => {
  expect(fullNameOf(kind, row)).toBe(name)
})
