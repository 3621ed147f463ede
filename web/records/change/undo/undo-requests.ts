import { create } from 'zustand'
import { onSessionChange } from '#web/api/session.ts'

/** A change whose undo is to be asked about; `asked` tells one question from the next. */
export type UndoRequest = { changeId: string; asked: number }

const useRequest = create<{ open: UndoRequest | null; asked: number }>(() => ({ open: null, asked: 0 }))

/** Opens the dialog that asks whether to undo a change, from wherever: a key, a toast, a list. */
export const askToUndo = ({ changeId }: { changeId: string }) =>
  useRequest.setState(({ asked }) => ({ open: { changeId, asked: asked + 1 }, asked: asked + 1 }))

/** Ends a question; one that was asked while this one was fading out stays. */
export const endUndoRequest = ({ asked }: Pick<UndoRequest, 'asked'>) =>
  useRequest.setState(({ open }) => (open?.asked === asked ? { open: null } : {}))

/** The open request, if any. */
export const useUndoRequest = () => useRequest(({ open }) => open)

onSessionChange(() => useRequest.setState({ open: null }))
