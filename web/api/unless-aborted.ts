/** The result of the work, or the reason of the signal if that aborts first. */
export const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal | undefined) =>
  !signal
    ? work
    : Promise.race([
        work,
        new Promise<never>((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason as Error)
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        }),
      ])
