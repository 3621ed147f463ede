import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../testing/wait-for.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { watchedPool } from './watched-pool.ts'

const READY = Buffer.from([...message('R', [0, 0, 0, 0]), ...message('Z', [...Buffer.from('I')])])
const DONE = Buffer.from([...message('C', [...Buffer.from('SELECT 0\0')]), ...message('Z', [...Buffer.from('I')])])

function message(kind: string, body: number[]) {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return [...Buffer.from(kind), ...length, ...body]
}

const REFUSED = Buffer.from([
  ...message('E', [...Buffer.from('SERROR\0C25006\0Mcannot execute DELETE in a read-only transaction\0\0')]),
  ...message('Z', [...Buffer.from('I')]),
])

/** How the stand-in behaves; `slow` leaves only the query `select slow` unanswered. */
let mood: 'answers' | 'hangs' | 'slow'
/** Connections to a read-only stand-in. */
let standbys: Set<Socket>
let sockets: Socket[]
let server: Server
let config: { connectionString: string; connectionTimeoutMillis: number }
let pool: ReturnType<typeof watchedPool>

beforeEach(async () => {
  mood = 'answers'
  sockets = []
  standbys = new Set()
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (mood === 'hangs' || (mood === 'slow' && data.includes('select slow'))) return
      const refuses = standbys.has(socket) && data.includes('delete')
      socket.write(data[0] === 'Q'.charCodeAt(0) ? (refuses ? REFUSED : DONE) : READY)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connectionString = `postgres://tests@127.0.0.1:${port}/tests`
  config = { connectionString, connectionTimeoutMillis: 200 }
  pool = watchedPool(config, { busy: 20, silence: 100, every: 10 })
  pool.on('error', () => {})
})
afterEach(async () => {
  await pool.end()
  for (const socket of sockets) socket.destroy()
  server.close()
})

async function ask(text = 'select 1', from = pool) {
  const client = await from.connect()
  client.on('error', () => {})
  try {
    return await client.query(text)
  } finally {
    client.release()
  }
}

describe('a database that answers', () => {
  it('is not given up because this process was busy itself', async () => {
    await ask()
    mood = 'slow'
    const asked = ask('select slow')
    asked.catch(() => {})
    // As a backup does when it works through many rows without pausing.
    for (let times = 0; times < 8; times++) {
      const end = performance.now() + 150
      while (performance.now() < end);
      await new Promise((soon) => setTimeout(soon, 1))
    }
    expect(
      await Promise.race([asked.catch(() => 'given up'), new Promise((soon) => setTimeout(soon, 50, 'waits'))]),
    ).toBe('waits')
    mood = 'hangs'
    await asked.catch(() => {})
  })
})

describe('a database that hangs', () => {
  it('is given up, refuses the next callers at once, and is used again when it answers', async () => {
    await ask()
    mood = 'hangs'
    const error = await ask().catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    const connections = sockets.length
    const refusals = await Promise.all(Array.from({ length: 50 }, () => ask().catch((error: unknown) => error)))
    expect(refusals.every(isDatabaseUnavailable)).toBe(true)
    // Only the check whether it is back has connected.
    expect(sockets.length).toBeLessThanOrEqual(connections + 2)
    mood = 'answers'
    await waitFor(() => ask())
  })

  it('is told from one that needs long for a query', async () => {
    mood = 'slow'
    let settled = false
    const slow = ask('select slow').then(
      () => {},
      () => {},
    )
    void slow.then(() => {
      settled = true
    })
    await waitFor(() => expect(sockets.length).toBeGreaterThan(4))
    expect(settled).toBe(false)
    await ask()
    mood = 'hangs'
    await slow
  })
})

describe('a database that another one has taken over from', () => {
  it('is left with the first refusal to write, by all connections that were made before', async () => {
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
    const [first, second, third] = clients
    for (const socket of sockets) standbys.add(socket)
    first?.release()
    third?.release()
    const error = await ask('delete').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    // What was already running may finish.
    await second?.query('select 1')
    second?.release()
    await Promise.all(Array.from({ length: 5 }, () => ask('delete')))
    await waitFor(() => expect([...standbys].filter(({ destroyed }) => !destroyed)).toEqual([]))
    // On a busy machine, the check whether the database answers has its own connections.
    expect(sockets.length).toBeLessThanOrEqual(3 + 5 + 2)
  })

  it('is told from one that goes on reading, whose connections are kept', async () => {
    await ask()
    for (const socket of sockets) standbys.add(socket)
    await ask()
    expect(sockets).toHaveLength(1)
  })
})

describe('a single query without an answer', () => {
  it('is given up after its time with its connection, while others are answered', async () => {
    const impatient = watchedPool(config, { longest: 100 })
    impatient.on('error', () => {})
    await ask('select 1', impatient)
    mood = 'slow'
    const error = await ask('select slow', impatient).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    const connections = sockets.length
    await ask('select 1', impatient)
    expect(sockets.length).toBe(connections + 1)
    await impatient.end()
  })
})
