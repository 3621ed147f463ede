import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overtaken, steps, undoneInReverse } from '../../testing/undo-laws.ts'

/** A few among the tests; faults/random-undo.test.ts makes many. */
const RUNS = 4

it.each([
  ['whatever is undone in reverse order leaves the content as it was, and breaks no rule of a form', undoneInReverse],
  ['changes in steps that overtake each other, or are stopped, break none either', overtaken],
])(
  '%s',
  async (_law, law) => {
    const { failed, counterexample, errorInstance } = await fc.check(fc.asyncProperty(steps, law), {
      numRuns: RUNS,
      endOnFailure: true,
    })
    expect({ failed, counterexample, errorInstance }).toMatchObject({ failed: false, counterexample: null })
  },
  120_000,
)
