import { create } from 'zustand'
import type { ApiError } from '#web/api/call.ts'
import { onSessionChange } from '#web/api/session.ts'

/** A change whose undo is to be asked about; `refusal` says why it was refused when it was tried without asking. */
export type UndoRequest = { changeId: string; refusal?: ApiError }

const useRequest = create<{ open: UndoRequest | null }>(() => ({ open: null }))

/** Opens the dialog that asks whether to undo a change, from wherever: a key, a toast, a list. */
export const askToUndo = (open: UndoRequest) => useRequest.setState({ open })

export const endUndoRequest = () => useRequest.setState({ open: null })

/** The open request, if any. */
export const useUndoRequest = () => useRequest(({ open }) => open)

onSessionChange(endUndoRequest)
