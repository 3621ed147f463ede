import { useEffect, useState } from 'react'

/** The open dialogs, the one on top last. Apart from the dialogs, so that the login page can ask without them. */
const openDialogs: object[] = []

export const isAnyDialogOpen = () => openDialogs.length > 0

/** Counts a dialog among the open ones. Returns a function that tells whether it is on top of all. */
export function useOpenDialog(opened: boolean) {
  const [id] = useState(() => ({}))
  useEffect(() => {
    if (!opened) return
    openDialogs.push(id)
    return () => void openDialogs.splice(openDialogs.indexOf(id), 1)
  }, [opened, id])
  return () => openDialogs.at(-1) === id
}
