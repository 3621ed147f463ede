import { z } from 'zod'
import type { Column } from './column.ts'

/** The languages owners may read, by name. */
export const languageNames = { en: 'English', fr: 'French' } as const
export type Language = keyof typeof languageNames
export const LANGUAGE_WANTED = 'Please choose en or fr.'
export const language = z.enum(['en', 'fr'], LANGUAGE_WANTED)

/**
 * The state of a record's French: `none` or `part` of it is written; `older`: the English has changed since; or
 * `current`. Null if there is no English, or an owner added the record.
 */
export const frenchStates = ['none', 'part', 'older', 'current'] as const
export type FrenchState = (typeof frenchStates)[number]
export const frenchWords: Readonly<Record<FrenchState, string>> = {
  none: 'None',
  part: 'Part',
  older: 'Older',
  current: 'Current',
}
/** What records answer about their French. */
export const frenchState = {
  french: z
    .enum(frenchStates)
    .nullable()
    .meta({ description: 'How its French stands; null without English, and of what an owner has added.' }),
}

/** A column that owners read in French: its name, its twin's, and that of the English the twin was written for. */
export type FrenchColumn = { english: string; french: string; writtenFor: string }
export const twinNames = (english: string): FrenchColumn => ({
  english,
  french: `${english}_fr`,
  writtenFor: `${english}_fr_for`,
})

/** Files have no words: nothing tells which English file they were made for, or whether one is missing. */
const isFile = ({ type }: Pick<Column, 'type'>) => type === 'file' || type === 'picture'

type Columns = Readonly<Record<string, Column>>
const columnsWith = (columns: Columns, isMeant: (facts: Column) => boolean): FrenchColumn[] =>
  Object.entries(columns).flatMap(([name, facts]) => (facts.french && isMeant(facts) ? [twinNames(name)] : []))

/** The texts of a kind with a French twin, which decide the state of its French. */
export const frenchColumns = (columns: Columns) => columnsWith(columns, (facts) => !isFile(facts))
/** Every column of a kind with a French twin, files included. */
export const columnsInFrench = (columns: Columns): Pick<FrenchColumn, 'english' | 'french'>[] =>
  columnsWith(columns, () => true)

type Facts = { readonly french: true }
type File = { readonly type: 'file' | 'picture' }
type Wire<Column> = Column extends { wire: infer Name } ? { wire: `${Name & string}_fr` } : unknown
type Twin<Column> = Omit<Column, 'french' | 'label' | 'wire'> &
  Wire<Column> & { label: string; twinOf: string; since: '1.4.0' }
type WrittenFor = { label: ''; audience: 'office'; type: 'hidden'; since: '1.4.0' }
/** The columns of a kind, and the twins of those with `french`. */
export type WithTwins<Columns> = Columns & {
  [Name in keyof Columns as Columns[Name] extends Facts ? `${Name & string}_fr` : never]: Twin<Columns[Name]>
} & {
  [Name in keyof Columns as Columns[Name] extends Facts
    ? Columns[Name] extends File
      ? never
      : `${Name & string}_fr_for`
    : never]: WrittenFor
}

/** Adds the twin behind each column with `french`. */
export const withTwins = <Columns extends Record<string, Column>>(columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, facts]): [string, Column][] => {
      if (!facts.french) return [[name, facts]]
      const { french: _, example, wire, ...shared } = facts
      const names = twinNames(name)
      const named = { ...shared, ...(wire && { wire: `${wire}_fr` }), label: `${facts.label} (French)` }
      const twin = { ...named, ...(typeof example === 'string' && { example: inFrench(example) }) }
      const writtenFor: Column = { label: '', audience: 'office', type: 'hidden', since: '1.4.0' }
      return [
        [name, facts],
        [names.french, { ...twin, twinOf: name, since: '1.4.0' }],
        ...(isFile(facts) ? [] : [[names.writtenFor, writtenFor] as [string, Column]]),
      ]
    }),
  ) as WithTwins<Columns>

/** The example of a twin; any different words will do. */
function inFrench(example: string) {
  if (example.startsWith('https:')) return `${example}/fr`
  return example.startsWith('<') ? example.replace('</p>', ' (fr)</p>') : `${example} (fr)`
}
