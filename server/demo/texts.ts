import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the administrators of Cedar Hollow, a fictional maker of travel trailers and truck campers, would have written. */
const read = <Data>(name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${name}.json`), 'utf8')) as Data

type MayBeInactive = { inactive?: true }
type Line = { type: string; from: number; to: number; models: [name: string, description: string][] }
type Kind = 'towed' | 'truck'

export const demoRvTypes = () => read<({ name: string } & MayBeInactive)[]>('rv-types')
export const demoYears = () => read<({ name: string } & MayBeInactive)[]>('years')
/** In each topic, `inactive` names sub topics. */
export const demoTopics = () => read<{ name: string; subTopics: string[]; inactive?: string[] }[]>('topics')
/** The last one is listed first. */
export const demoChecklists = () => read<({ name: string; note: string } & MayBeInactive)[]>('checklists')
/** Due so many days after the demo data is added. */
export const demoMaintenanceItems = () =>
  read<({ reminder_name: string; item_name: string; days: number; note: string } & MayBeInactive)[]>(
    'maintenance-items',
  )
export const demoCmsPages = () =>
  read<({ title: string; code: string; content: string } & MayBeInactive)[]>('cms-pages')
/** The manuals: their pages by kind of RV, and the state of their PDFs. */
export const demoManuals = () =>
  read<{ type: string; year: string; kind: Kind; pdf: 'none' | 'made' | 'outdated' }[]>('manuals')
/**
 * The texts of the manuals by sub topic, as HTML. `[name]` stands for a drawing from manual-drawings.ts; `only` limits
 * a page to one kind of RV.
 */
export const demoPages = () => read<Record<string, { html: string; only?: Kind }>>('manual-pages')

/** Every model in every year it was built, newest year first. */
export const demoModels = () =>
  read<Line[]>('models')
    .flatMap(({ type, from, to, models }) =>
      models.flatMap(([name, description]) =>
        Array.from({ length: to - from + 1 }, (_, age) => ({ type, year: String(to - age), name, description })),
      ),
    )
    .sort((one, other) => other.year.localeCompare(one.year))
