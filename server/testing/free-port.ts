import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that Linux gives to connections (from 32768 on), one of which could take a port before its server
// does.
const FIRST = 10_000
const COUNT = 11_000
const ATTEMPTS = 100

/**
 * A port of 127.0.0.1 that nothing listens on now, and that this function gives to no other process while this one
 * lives. Throws if it finds none.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const port = FIRST + randomInt(COUNT)
    // Whoever listens on the claim owns the port: the system allows only one.
    const claim = await listen(port + COUNT)
    const trial = claim && (await listen(port))
    if (trial) {
      trial.close()
      await once(trial, 'close')
      return port
    }
    claim?.close()
  }
  throw new Error(`no port is free after ${ATTEMPTS} attempts`)
}

/** Resolves to undefined if something else is listening. The listener keeps no process alive. */
async function listen(port: number) {
  const listener = createServer().listen(port, '127.0.0.1').unref()
  try {
    await once(listener, 'listening')
    return listener
  } catch {
    return undefined
  }
}
