/**
 * The result of `work`, or a rejection with the signal's reason as soon as it aborts: a dialog must not stay locked by
 * work that ignores its signal.
 */
export const untilStopped = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])
