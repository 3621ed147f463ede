import { expect, it } from 'vitest'
import { broken, laws } from '../../../testing/undo-laws.ts'

/** A few among the tests; faults/random-undo.test.ts makes many. */
const PLAYS = 4

it.each(laws)('%s', async (_words, law) => expect(await broken(law, PLAYS)).toBeUndefined(), 120_000)
