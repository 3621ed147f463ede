import { describe, expect, it } from 'vitest'
import { clusterPoints } from './cluster-points.ts'
import { rounded } from './map-types.ts'

const world = { south: -85, west: -180, north: 85, east: 180 }
const point = (_id: string, latitude: number, longitude: number) => ({ _id, name: `RV ${_id}`, latitude, longitude })

describe('points on a map', () => {
  it('that are close are one marker, which its expansion zoom splits', () => {
    const clusters = clusterPoints([point('a', 38.58, -121.49), point('b', 38.6, -121.5), point('c', 44, -80)])
    const far = clusters.around(world, 4)
    expect(far.map(({ name }) => name).sort()).toEqual(['2 here: RV a and RV b', 'RV c'])
    const [pair] = far.filter(({ count }) => count === 2)
    if (!pair) throw new Error('no cluster')
    expect(clusters.inside(pair).map(({ _id }) => _id)).toEqual(['a', 'b'])
    const zoom = clusters.expansionZoom(pair) ?? 0
    expect(clusters.around(world, zoom).map(({ key }) => key)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })

  it('that stand for several of something show how many, and a marker of several the sum', () => {
    const heavy = [point('a', 38.58, -121.49), point('b', 38.6, -121.5), point('c', 44, -80)].map((one, place) => ({
      ...one,
      weight: [1200, 5, 1][place] ?? 0,
    }))
    const clusters = clusterPoints(heavy, (count) => `${count} owners`)
    const far = clusters.around(world, 4).map(({ name, count, number }) => `${name} (${count}): ${number}`)
    expect(far.toSorted()).toEqual(['1205 owners here: RV a and RV b (2): 1205', 'RV c (1): 1'])
    const [pin] = clusterPoints([point('a', 38, -121)]).around(world, 4)
    expect(pin?.number).toBeUndefined()
  })

  it('are named by the number that their marker shows', () => {
    const many = Array.from({ length: 1200 }, (_, place) => point(`${place}`, 38.58, -121.49))
    const [marker] = clusterPoints(many).around(world, 4)
    expect(marker?.name).toMatch(/^1\.2k here: /)
  })

  it('at one and the same spot stay one marker, and all of them can be read', () => {
    const clusters = clusterPoints([point('a', 38.58, -121.49), point('b', 38.58, -121.49)])
    const [pair] = clusters.around(world, 18)
    if (!pair) throw new Error('no cluster')
    expect(clusters.expansionZoom(pair)).toBeUndefined()
    expect(clusters.inside(pair)).toHaveLength(2)
  })
})

it('a coordinate beyond the 180th meridian is named as everybody names it', () => {
  expect(rounded(10.123_456_78, 190)).toEqual({ latitude: 10.123457, longitude: -170 })
  expect(rounded(10, -119.8138)).toEqual({ latitude: 10, longitude: -119.8138 })
})
