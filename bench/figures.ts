import type { measureBrowser } from './browser.ts'
import type { measureCalls } from './calls.ts'
import type { measureChanges } from './changes.ts'
import type { measureLists } from './lists.ts'
import type { measureLogins } from './logins.ts'
import type { DatabaseName } from './options.ts'
import type { measureOverload } from './overload.ts'
import type { measureSoak } from './soak.ts'
import type { measureSync } from './sync.ts'
import type { measureWrites } from './writes.ts'

type Measured<Part extends string, Measure extends (...words: never[]) => Promise<object>> = {
  part: Part
  database: DatabaseName
  rows: number
} & Awaited<ReturnType<Measure>>

export type Called = Measured<'calls', typeof measureCalls>
export type Lists = Measured<'lists', typeof measureLists>
export type Changed = Measured<'changes', typeof measureChanges>
export type Browsed = Measured<'browser', typeof measureBrowser>
/** The results of one measurement on one database at one size. */
export type Figures =
  | Called
  | Lists
  | Measured<'logins', typeof measureLogins>
  | Measured<'writes', typeof measureWrites>
  | Measured<'overload', typeof measureOverload>
  | Measured<'soak', typeof measureSoak>
  | Measured<'sync', typeof measureSync>
  | Changed
  | Browsed
