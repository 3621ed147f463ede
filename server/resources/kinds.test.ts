import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPublished, recordTypes } from '#contract/kinds.ts'
import { deletedWith, recordTables } from '../records/record-tables.ts'
import { servedKinds } from './kinds.ts'

it('the kinds with which others are deleted restore those as well', () => {
  const withOthers = recordTypes.filter((type) => deletedWith(type).length)
  expect(recordTypes.filter((type) => servedKinds[type].below)).toEqual(withOthers)
})

it('the kinds that all owners see are published', () => {
  expect(recordTypes.filter((type) => servedKinds[type].publish)).toEqual(recordTypes.filter(isPublished))
})

it('the kinds that can be activated name the flag for it', () => {
  const isFlag = ({ state = '', columns }: (typeof recordTables)['users']) => columns[state]?.type === 'flag'
  const activated = recordTypes.filter((type) => recordTables[type].bulk.includes('activate'))
  expect(recordTypes.filter((type) => isFlag(recordTables[type]))).toEqual(activated)
})

/** The folders whose code handles records of every kind. */
const generic = [
  'server/db',
  'server/http',
  'server/records',
  'server/resources/changes',
  'server/resources/exports',
  'server/resources/imports',
  'server/resources/records',
  'web/records',
]

/** Where they name single kinds, and why they may. */
const NAMED: Record<string, { types: string[]; because: string }> = {
  'server/db/copy-tables.ts': { types: ['admins'], because: 'other tables refer to them before all others' },
  'server/db/daily-counts.ts': { types: ['users'], because: 'new users are counted by day' },
  'server/db/lists/list-columns.ts': { types: ['users', 'admins'], because: 'they add and change records' },
  'server/db/lists/published.ts': { types: ['years'], because: 'a year that is prepared hides what is below it' },
  'server/resources/records/published.ts': { types: ['admins'], because: 'owners are not told who changed a record' },
  'server/http/openapi-examples.ts': {
    types: ['rv_types', 'models', 'app_images', 'users', 'cms_pages', 'manuals', 'maintenance_items', 'dealers'],
    because: 'these are examples',
  },
  'server/records/activity.ts': { types: ['users', 'admins'], because: 'they make changes' },
  'server/records/list-of.ts': { types: ['admins'], because: 'lists say who changed a record' },
  'server/records/renumbered.ts': { types: ['users', 'admins'], because: 'they make changes' },
  'server/records/erased.ts': { types: ['users'], because: 'owners are who can be erased' },
  'server/records/plan/rules/of-kinds.ts': {
    types: ['rvs', 'maintenance_items', 'campaigns', 'campaign_units', 'templates', 'years'],
    because: 'these are rules of single kinds',
  },
  'server/records/plan/rules/campaigns.ts': {
    types: ['campaigns', 'campaign_units'],
    because: 'these are rules of these kinds',
  },
  'server/resources/changes/history/changes.repository.ts': {
    types: ['users', 'admins'],
    because: 'they make changes',
  },
  'server/resources/changes/history/facts.repository.ts': { types: ['users', 'admins'], because: 'they make changes' },
  'server/resources/changes/history/sentence.ts': { types: ['users', 'admins'], because: 'they make changes' },
  'server/resources/changes/history/sentence-words.ts': {
    types: ['users', 'admins'],
    because: 'names of people need no quotes',
  },
  'server/resources/changes/relations/relations.repository.ts': {
    types: ['manual_pages'],
    because: 'pages that come back are counted by rules of their own',
  },
  'server/resources/imports/rvs-by-vin.ts': { types: ['rvs'], because: 'it is a rule of this kind' },
  'web/records/page/belongings.tsx': {
    types: ['manuals', 'manual_pages'],
    because: 'the page of a manual has a part of its own for its pages',
  },
  'web/records/preview/views.tsx': {
    types: ['app_images', 'menu_items', 'social_medias', 'cms_pages', 'manual_pages'],
    because: 'it has a view for each kind',
  },
  'web/records/shared/record-words.ts': { types: ['users', 'admins'], because: 'they add and change records' },
}

it('what is done to records of every kind names no single one, but for a reason', () => {
  const sources = generic.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .map((name) => `${room}/${name}`)
      .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && !path.includes('/migrations/')),
  )
  const named = sources.flatMap((path) => {
    // A cast only tells the compiler which table an unknown one resembles.
    const source = readFileSync(path, 'utf8').replaceAll(/ as '\w+'/g, '')
    const types = recordTypes.filter((type) =>
      new RegExp(`['"]${type}['".]|\\b(?:from|join|into|update) ${type}\\b`).test(source),
    )
    const unexpected = types.filter((type) => !NAMED[path]?.types.includes(type))
    const unneeded = (NAMED[path]?.types ?? []).filter((type) => !(types as string[]).includes(type))
    return [
      ...unexpected.map((type) => `${path} names ${type}`),
      ...unneeded.map((type) => `${path} no longer names ${type}`),
    ]
  })
  expect(named).toEqual([])
})
