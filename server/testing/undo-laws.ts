import { deepStrictEqual } from 'node:assert'
import { steps, undoPlay } from './undo-play.ts'

type Steps = Parameters<Awaited<ReturnType<typeof undoPlay>>['act']>[0][]

export { steps }

/** Whatever is undone in reverse order leaves the content as it was, and no undo breaks what the forms make sure of. */
export const undoneInReverse = (some: Steps) =>
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
  })

/** Changes in steps that overtake each other, or are stopped, break nothing either. */
export const overtaken = (some: Steps) =>
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
