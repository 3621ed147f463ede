import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import L from 'leaflet'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Place, type PlaceName, places } from '#contract/places.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { usePlaceNames } from './use-place-names.ts'

const countries = readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-50m.json'))
const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

/** A server that knows these places, and the atlas of countries. */
function answerWith(known: PlaceName[], near: Place | null = null) {
  const api = fakeApi()
  api.answers(places.within, { message: 'Places', data: known })
  api.answers(places.at, { message: 'Place', data: near })
  const calls = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes('world-atlas') ? new Response(countries) : calls(address, init),
  )
}

function show(at: L.LatLngTuple) {
  const map = L.map(document.createElement('div'), { minZoom: 2, zoomAnimation: false }).setView(at, 10)
  renderHook(() => usePlaceNames(map), { wrapper })
  const names = () => [...map.getContainer().querySelectorAll('.leaflet-marker-icon')].map((one) => one.textContent)
  return { map, names }
}

beforeEach(() => client.clear())

describe('the names on the map', () => {
  it('are those of places where some are known', async () => {
    const known = ['Reno', 'Sparks', 'Carson City', 'Fernley'].map((name, place) => ({
      name,
      latitude: 39.5 + place / 5,
      longitude: -119,
    }))
    answerWith(known)
    const { map, names } = show([39.5, -119.8])
    await waitFor(() => expect(names()).toEqual(['Reno', 'Sparks', 'Carson City', 'Fernley']))
    expect(map.getZoom()).toBe(10)
    expect(map.getContainer()).not.toHaveTextContent(/Near/)
  })

  it('leave nobody over an empty sheet: where few are in view, a line says near what it is', async () => {
    const known = ['Reno', 'Sparks', 'Carson City', 'Fernley'].map((name, place) => ({
      name,
      latitude: 39.5 + place / 5,
      longitude: -119,
    }))
    const reno = {
      label: '',
      address: '',
      area: '',
      city: 'Reno',
      state: 'Nevada',
      country: 'United States',
      zip: '89501',
    }
    answerWith(known)
    const { map, names } = show([39.5, -119.8])
    await waitFor(() => expect(names()).toHaveLength(4))
    answerWith([], { ...reno, latitude: 39.52, longitude: -119.81 })
    map.setView([39.52, -119.81], 15)
    await waitFor(() => expect(map.getContainer()).toHaveTextContent('Near Reno, Nevada 89501'))
    answerWith(known)
    map.setView([39.5, -119.8], 11)
    await waitFor(() => expect(map.getContainer()).not.toHaveTextContent('Near Reno'))
  })

  it('are those of large countries before those of small ones beside them', async () => {
    answerWith([{ name: 'Wake Island', latitude: 47, longitude: 4 }])
    const { names } = show([52.5, 13.4])
    await waitFor(() => expect(names()).toContain('Germany'))
    expect(names()).toContain('Wake Island')
    expect(names()).not.toContain('Vatican')
    expect(names()).not.toContain('Luxembourg')
  })

  it.each<[string, L.LatLngTuple]>([
    ['Japan', [35.7, 139.7]],
    ['Germany', [52.5, 13.4]],
    ['Sweden', [69.6, 19]],
    ['Russia', [67, 130]],
    ['New Zealand', [-41.3, 174.8]],
  ])('are those of countries where few places are known, as in %s', async (country, at) => {
    answerWith([])
    const { map, names } = show(at)
    await waitFor(() => expect(names()).toContain(country))
    expect(map.getZoom()).toBeLessThanOrEqual(4)
  })
})
