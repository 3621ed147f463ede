import type { DragEvent } from 'react'

const DRAGGED = 'application/x-column'

/** Makes an element that stands for a column draggable to that of another one, whose place it then takes. */
export const dragColumn = (field: string, move: (field: string, to: string) => void) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(DRAGGED, field),
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
  },
  onDrop: ({ dataTransfer }: DragEvent) => {
    const from = dataTransfer.getData(DRAGGED)
    if (from && from !== field) move(from, field)
  },
})
