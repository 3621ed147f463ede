import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPublished, recordTypes } from '#contract/kinds.ts'
import { deletedWith, recordTables } from '../records/record-tables.ts'
import { servedKinds } from './kinds.ts'

it('the kinds with which others are deleted restore those as well', () => {
  const withOthers = recordTypes.filter((type) => deletedWith(type).length)
  expect(recordTypes.filter((type) => servedKinds[type].restore)).toEqual(withOthers)
})

it('the kinds that all owners see are published', () => {
  expect(recordTypes.filter((type) => servedKinds[type].publish)).toEqual(recordTypes.filter(isPublished))
})

it('the kinds that can be activated name the flag for it', () => {
  const isFlag = ({ state = '', columns }: (typeof recordTables)['users']) => columns[state]?.type === 'flag'
  const activated = recordTypes.filter((type) => recordTables[type].bulk.includes('activate'))
  expect(recordTypes.filter((type) => isFlag(recordTables[type]))).toEqual(activated)
})

it('what is done to records of every kind names no single one', () => {
  const source = readFileSync('server/resources/changes/bulk/bulk-actions.ts', 'utf8')
  expect(recordTypes.filter((type) => source.includes(`'${type}'`))).toEqual([])
})
