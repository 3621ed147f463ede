import { useSyncExternalStore } from 'react'
import type { ApiError } from '#web/api/call.ts'
import { onSessionChange } from '#web/api/session.ts'

/** A change whose undo is to be asked about; `refusal` says why it was refused when it was tried without asking. */
export type UndoRequest = { changeId: string; refusal?: ApiError }

let current: UndoRequest | null = null
const listeners = new Set<() => void>()

function set(request: UndoRequest | null) {
  current = request
  for (const listener of listeners) listener()
}

/** Opens the dialog that asks whether to undo a change, from wherever: a key, a toast, a list. */
export const askToUndo = (request: UndoRequest) => set(request)

export const endUndoRequest = () => set(null)

/** The open request, if any. */
export const useUndoRequest = () => useSyncExternalStore(subscribe, () => current)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

onSessionChange(endUndoRequest)
