import { expect, it, vi } from 'vitest'
import { loadTopology } from './topology.ts'

it('A topology is read once, and after a refusal asked for again', async () => {
  const topology = { type: 'Topology', objects: {}, arcs: [] }
  const answers = [Response.json({ message: 'Not now.' }, { status: 503 }), Response.json(topology)]
  const fetched = vi.fn<typeof fetch>(async () => answers.shift() ?? Response.error())
  vi.stubGlobal('fetch', fetched)
  await expect(loadTopology('/land.json')).rejects.toThrow('503')
  expect(await loadTopology('/land.json')).toEqual(topology)
  expect(await loadTopology('/land.json')).toEqual(topology)
  expect(fetched).toHaveBeenCalledTimes(2)
})
