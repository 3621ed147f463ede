/**
 * Does something now and every so many milliseconds, in this process, one time after the other. `failed` hears of what was
 * thrown; the next time comes all the same. `stop` waits for what is under way.
 */
export function repeat(every: number, work: () => Promise<unknown>, failed: (error: unknown) => void) {
  let running: Promise<unknown> = Promise.resolve()
  const turn = () => {
    running = running.then(work).catch(failed)
  }
  turn()
  const timer = setInterval(turn, every)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
