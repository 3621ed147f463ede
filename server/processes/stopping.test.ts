import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { stopAll } from './stopping.ts'

const never = () => new Promise<void>(() => {})

function running() {
  const stopped: string[] = []
  const stops = (name: string) => ({ stop: async () => void stopped.push(name) })
  const parts = {
    app: {
      leaving: {
        begin: () => void stopped.push('leaving'),
        told: async () => void stopped.push('told'),
        handOver: () => void stopped.push('handed over'),
      },
      close: async () => void stopped.push('app'),
    },
    metrics: stops('metrics'),
    housekeeping: stops('housekeeping'),
    backups: stops('backups'),
    bus: stops('bus'),
    conditions: stops('conditions'),
    places: stops('places'),
    jobs: stops('jobs'),
    heartbeat: stops('heartbeat'),
    db: { destroy: async () => void stopped.push('db') },
  }
  return { parts, stopped }
}

it('A server stops all its parts: what requests need after the requests, the database last', async () => {
  const { parts, stopped } = running()
  await stopAll(parts)
  expect([...stopped].sort()).toEqual([
    'app',
    'backups',
    'bus',
    'conditions',
    'db',
    'heartbeat',
    'housekeeping',
    'jobs',
    'leaving',
    'metrics',
    'places',
  ])
  expect(stopped.indexOf('leaving')).toBeLessThan(stopped.indexOf('app'))
  expect(stopped.indexOf('places')).toBeGreaterThan(stopped.indexOf('app'))
  expect(stopped.at(-1)).toBe('db')
})

it.each(['app', 'bus', 'metrics', 'backups', 'places', 'jobs', 'heartbeat'] as const)(
  'A server stops although %s does not end: the others are asked to, and the database is closed',
  async (name) => {
    const { parts, stopped } = running()
    const hanging = name === 'app' ? { app: { ...parts.app, close: never } } : { [name]: { stop: never } }
    await stopAll({ ...parts, ...hanging }, { finish: 20, close: 2_000 })
    const asked = ['housekeeping', 'backups', 'jobs'].filter((other) => other !== name)
    expect(stopped).toEqual(expect.arrayContaining(asked))
    expect(stopped.at(-1)).toBe('db')
  },
)

it('A server stops although its database waits for a query', async () => {
  const { parts, stopped } = running()
  await stopAll({ ...parts, db: { destroy: never } }, { finish: 2_000, close: 20 })
  expect(stopped).toContain('app')
})

it('A server that is drained closes once every kept connection has been told, and does not wait for them otherwise', async () => {
  const [drained, stopped] = [running(), running()]
  await stopAll(drained.parts, { drain: 1 })
  await stopAll(stopped.parts)
  expect(drained.stopped.filter((name) => ['leaving', 'told', 'app'].includes(name))).toEqual([
    'leaving',
    'told',
    'app',
  ])
  expect(stopped.stopped).not.toContain('told')
})

it('A server hands over what would take longer than it may, and only that', async () => {
  const [slow, quick] = [running(), running()]
  await stopAll({ ...slow.parts, app: { ...slow.parts.app, close: never } }, { handOver: 30, finish: 60 })
  await stopAll(quick.parts, { handOver: 30 })
  await setTimeout(60)
  expect([slow, quick].map(({ stopped }) => stopped.includes('handed over'))).toEqual([true, false])
})
