/** Runs tasks, at most this many at once; the others wait for their turn. */
export function inTurn(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    if (running < atOnce) running += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
