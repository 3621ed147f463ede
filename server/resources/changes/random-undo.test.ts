import fc from 'fast-check'
import { expect, it } from 'vitest'
import { steps, undoPlay } from '../../testing/undo-play.ts'

/** How many random plays: a few among the tests, many among the faults. */
const RUNS = Number(process.env.UNDO_RUNS ?? 4)
const PATIENCE = 60_000 + RUNS * 10_000

it(
  'whatever is undone in reverse order leaves the content as it was, and no undo breaks what the forms make sure of',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const play = await undoPlay()
        try {
          await play.begin()
          const before = await play.content()
          for (const step of some) {
            await play.act(step)
            await play.app.runJobs()
            expect(await play.broken()).toEqual([])
          }
          await play.undoAll()
          const now = await play.content()
          for (const [key, row] of Object.entries(before)) expect(now[key]).toEqual(row)
          const added = Object.entries(now).filter(([key]) => !(key in before))
          expect(added.filter(([, row]) => row.is_deleted === 0)).toEqual([])
        } finally {
          await play.app.close()
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  PATIENCE,
)

it(
  'changes in steps that overtake each other, or are stopped, break nothing either',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const play = await undoPlay()
        try {
          await play.begin()
          for (const step of some) {
            await play.act(step)
            if (step.third % 3) await play.oneStep()
            if (step.third % 7 === 0) await play.stop(step.one)
          }
          await play.app.runJobs()
          expect(await play.broken()).toEqual([])
        } finally {
          await play.app.close()
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  PATIENCE,
)
