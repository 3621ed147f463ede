import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { steps, undoPlay } from './undo-play.ts'

type Steps = Parameters<Awaited<ReturnType<typeof undoPlay>>['act']>[0][]

/** Undoing everything in reverse order leaves the content as it was, and no undo breaks what the forms guarantee. */
const undoneInReverse = (some: Steps) =>
  playing(async (play) => {
    await play.begin()
    const before = await play.content()
    for (const step of some) {
      await play.act(step)
      await play.app.runJobs()
      deepStrictEqual(await play.broken(), [])
    }
    await play.undoAll()
    const now = await play.content()
    for (const [key, row] of Object.entries(before)) deepStrictEqual(now[key], row)
    const added = Object.entries(now).filter(([key]) => !(key in before))
    deepStrictEqual(
      added.filter(([, row]) => row.is_deleted === 0),
      [],
    )
    // Lists leave out all of these, and nothing else.
    deepStrictEqual(await play.leftOut(), added.map(([key]) => key).toSorted())
  })

/** Changes in steps that overtake each other, or are stopped, break nothing either. */
const overtaken = (some: Steps) =>
  playing(async (play) => {
    await play.begin()
    for (const step of some) {
      await play.act(step)
      if (step.third % 3) await play.oneStep()
      if (step.third % 7 === 0) await play.stop(step.one)
    }
    await play.app.runJobs()
    deepStrictEqual(await play.broken(), [])
  })

async function playing(work: (play: Awaited<ReturnType<typeof undoPlay>>) => Promise<void>) {
  const play = await undoPlay()
  try {
    await work(play)
  } finally {
    await play.app.close()
  }
}

/** The laws that every undo obeys, in words. */
export const laws = [
  ['whatever is undone in reverse order leaves the content as it was, and breaks no rule of a form', undoneInReverse],
  ['changes in steps that overtake each other, or are stopped, break none either', overtaken],
] as const

/** Tries a law with this many random plays. Resolves to the play that broke it and how; to undefined if all kept it. */
export async function broken(law: (typeof laws)[number][1], plays: number) {
  const tried = await fc.check(fc.asyncProperty(steps, law), { numRuns: plays, endOnFailure: true })
  return tried.failed ? { play: tried.counterexample, error: tried.errorInstance } : undefined
}
