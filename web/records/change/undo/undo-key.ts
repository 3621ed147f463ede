import { v4 as newId } from 'uuid'
import { ApiError } from '#web/api/api-error.ts'
import { lastChange } from '#web/api/session-changes.ts'
import { undoChange } from './undo-change.ts'

/** More records than these are not undone without a question. */
const MOST_UNASKED = 100

/** Changes whose undo was asked for and not answered yet: the next press means the one before them. */
const pressed = new Set<string>()
/** The keys of undos that may have been carried out although nobody said so. */
const unanswered = new Map<string, string>()
/** Presses take effect one after the other; what stops one stops those behind it. */
let turn = Promise.resolve(true)

/** The last change of this sign-in that can be undone and is not being undone already. */
export const nextToUndo = () => lastChange(pressed)

/** Says that undoInTurn follows for this change. */
export const press = (changeId: string) => void pressed.add(changeId)

/**
 * Undoes a change once those pressed before are undone. Resolves to null if it has to be asked first, because something
 * is in the way or the records are many; to undefined if one before it was not undone.
 */
export async function undoInTurn(changeId: string) {
  const mine = turn.then((goesOn) => (goesOn ? undoUnasked(changeId) : undefined))
  turn = mine.then(
    (answer) => Boolean(answer),
    () => false,
  )
  try {
    return await mine
  } finally {
    pressed.delete(changeId)
    if (!pressed.size) turn = Promise.resolve(true)
  }
}

async function undoUnasked(changeId: string) {
  const idempotencyKey = unanswered.get(changeId) ?? newId()
  unanswered.set(changeId, idempotencyKey)
  try {
    const answer = await undoChange(changeId, { idempotencyKey }, { ask_above: MOST_UNASKED })
    unanswered.delete(changeId)
    return answer
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status > 0 && error.status < 500)) unanswered.delete(changeId)
    if (error instanceof ApiError && error.status === 409) return null
    throw error
  }
}
