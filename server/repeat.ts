/**
 * Does something now and every so many milliseconds, in this process, never overlapping. `failed` gets anything thrown;
 * the next run still happens. `stop` waits for a running one.
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
