import type { Feature, MultiLineString } from 'geojson'
import L from 'leaflet'
import { useEffect } from 'react'
import { feature, mesh } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import countiesUrl from 'us-atlas/counties-10m.json?url'
import statesUrl from 'us-atlas/states-10m.json?url'
import countriesUrl from 'world-atlas/countries-50m.json?url'
import { readSettings } from '#web/api/settings.ts'
import { loadTopology, unwrapped } from './topology.ts'

const COUNTIES_FROM_ZOOM = 7

// A canvas takes no CSS variables, so their values are read.
function colorsOf(map: L.Map) {
  const style = getComputedStyle(map.getContainer())
  const color = (name: string) => style.getPropertyValue(`--map-${name}`)
  return { land: color('land'), country: color('country'), state: color('state'), county: color('county') }
}

/** Draws countries and US states, and from zoom 7 on US counties. */
export function useOutlines(map: L.Map | null, colorScheme: 'light' | 'dark') {
  useEffect(() => {
    if (!map) return
    const colors = colorsOf(map)
    const outlines = L.layerGroup().addTo(map)
    const counties = L.layerGroup()
    let gone = false
    const add = (layer: L.GeoJSON, to: L.LayerGroup) => {
      if (!gone) layer.addTo(to).bringToBack()
    }
    const drawLand = async () => {
      // Map tiles show land and borders already.
      if (readSettings().maps?.tiles) return
      const [world, states] = await Promise.all([loadTopology(countriesUrl), loadTopology(statesUrl)])
      const land = { stroke: false, fill: true, fillColor: colors.land, fillOpacity: 1 }
      add(lines(borders(states, 'states'), colors.state, 1), outlines)
      add(lines(borders(world, 'countries'), colors.country, 1.2), outlines)
      for (const [topology, name] of [
        [states, 'states'],
        [world, 'countries'],
      ] as const) {
        const shapes = topology.objects[name]
        if (shapes) add(L.geoJSON(unwrapped(feature(topology, shapes)), { style: land, interactive: false }), outlines)
      }
    }
    const drawCounties = async () => {
      const wanted = map.getZoom() >= COUNTIES_FROM_ZOOM && !readSettings().maps?.tiles
      if (!wanted) {
        counties.remove()
        return
      }
      if (counties.getLayers().length) {
        counties.addTo(map)
        return
      }
      const topology = await loadTopology(countiesUrl)
      if (gone || counties.getLayers().length) return
      lines(borders(topology, 'counties'), colors.county, 1).addTo(counties)
      counties.addTo(map)
    }
    // Without outlines the map still shows markers, names and a scale.
    const draw = () => void drawCounties().catch(() => {})
    void drawLand().then(draw, draw)
    map.on('zoomend', draw)
    return () => {
      gone = true
      map.off('zoomend', draw)
      outlines.remove()
      counties.remove()
    }
  }, [map, colorScheme])
}

/** The borders between neighbouring shapes, without duplicates. */
function borders(topology: Topology, name: string): Feature<MultiLineString> {
  const shapes = topology.objects[name] as Parameters<typeof mesh>[1]
  const geometry = mesh(topology, shapes, (one, other) => one !== other || name === 'countries')
  return unwrapped({ type: 'Feature', properties: {}, geometry })
}

const lines = (shape: Feature<MultiLineString>, color: string, weight: number) =>
  L.geoJSON(shape, { style: { color, weight, fill: false }, interactive: false })
