import { type FrenchState, frenchStates, frenchWords } from '#contract/french.ts'
import { hasFrench } from '#web/api/settings.ts'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import type { Column } from './columns.tsx'

const options = frenchStates.map((value) => ({ value, label: frenchWords[value] }))

/** How the French of a record stands, to be chosen by those who need it; no column where owners read no French. */
export const frenchColumn = (): Column<{ french: FrenchState | null }>[] =>
  hasFrench()
    ? [
        {
          field: 'french',
          title: 'French',
          filter: choiceFilter(options),
          width: 110,
          optional: true,
          cell: ({ french }) => (french ? frenchWords[french] : ''),
        },
      ]
    : []
