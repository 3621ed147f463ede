import type { CustomCellRendererProps, CustomFloatingFilterProps } from 'ag-grid-react'
import { createContext, useContext } from 'react'
import type { Column } from '#web/records/list/columns.tsx'

/** What the cells of a grid need from the list, provided as a context so that the column definitions stay the same. */
export const GridContext = createContext<{
  columns: Column<never>[]
  filters: Record<string, string>
  onFilter: (field: string, text: string) => void
}>({ columns: [], filters: {}, onFilter: () => {} })

const useColumn = (field: string) => {
  const context = useContext(GridContext)
  return { ...context, column: context.columns.find((column) => column.field === field) }
}

/** A cell rendered by the `cell` function of its column. */
export function CustomCell({ data, colDef }: CustomCellRendererProps) {
  const { column } = useColumn(colDef?.field ?? '')
  return data ? column?.cell?.(data as never) : null
}

/** The filter below the header of a column. Its text is in the URL, not in the grid. */
export function FilterCell({ column: gridColumn }: CustomFloatingFilterProps) {
  const field = gridColumn.getColId()
  const { column, filters, onFilter } = useColumn(field)
  if (!column?.filter) return null
  const { Control } = column.filter
  return (
    <Control label={`Filter ${column.title}`} value={filters[field] ?? ''} onChange={(text) => onFilter(field, text)} />
  )
}
