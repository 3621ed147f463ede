/** The roles of a grid, written out because rows that CSS lays out as grids lose those of a table in some browsers. */
export const roles = {
  grid: { role: 'grid' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  gridcell: { role: 'gridcell' },
} as const
