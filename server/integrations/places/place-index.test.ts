import { beforeAll, describe, expect, it } from 'vitest'
import { buildPlaceIndex } from './place-index.ts'

let index: ReturnType<typeof buildPlaceIndex>
beforeAll(() => {
  index = buildPlaceIndex()
})

describe('A typed address', () => {
  const first = (text: string) => {
    const [place] = index.search(text)
    return place && `${place.address} | ${place.city} | ${place.state} | ${place.zip}`
  }

  it.each([
    ['Unit 4, 31 Main St, Reno, NV 89501', 'Unit 4, 31 Main St | Reno | Nevada | 89501'],
    ['Unit 4, 31 Main St, Reno', 'Unit 4, 31 Main St | Reno | Nevada'],
    ['400 J Street, Suite B, Sacramento CA', '400 J Street, Suite B | Sacramento | California'],
    ['29 Palms, CA', ' | Twentynine Palms | California'],
    ['29 Palms CA', ' | Twentynine Palms | California'],
    ['29 palms california', ' | Twentynine Palms | California'],
    ['29 Palms CA 92277', ' | Twentynine Palms | California | 92277'],
    ['100 Mile House BC', ' | 100 Mile House | British Columbia'],
    ['31 Main St Reno NV 89501', '31 Main St | Reno | Nevada | 89501'],
    ['31 Main St Washington D.C.', '31 Main St | Washington | District of Columbia'],
    ['12 Elm Street\nElkhart, IN 46514', '12 Elm Street | Elkhart | Indiana | 46514'],
    ['12 Elm Street\r\nElkhart\r\nIndiana', '12 Elm Street | Elkhart | Indiana'],
    ['12 Main St Reno, Nevada', '12 Main St | Reno | Nevada'],
    ['31 Main St, Washington', '31 Main St | Washington'],
    ['31 Main St, NV 89501', '31 Main St | Reno | Nevada | 89501'],
    ['400 J Street 95814', '400 J Street | Sacramento | California | 95814'],
    ['Rancho Cordova, CA 95655', ' | Mather | California | 95655'],
    ['100 Mile House, BC', ' | 100 Mile House | British Columbia'],
  ])('%j keeps its street, and uses all that it says', (text, place) => {
    expect(first(text)).toContain(place)
  })

  it.each([
    'Berlin 10115',
    'Paris, France',
    'Köln, 50667',
    '31 Main St, Berlin, 10115',
    'Toronto 89501',
    'Reno M5H 2N2, USA',
  ])('%s is in no place that contradicts it', (text) => expect(index.search(text)).toEqual([]))

  it('in a country is in no other', () => {
    const countries = (text: string) => new Set(index.search(text).map(({ country }) => country))
    expect(countries('Cambridge, United States')).toEqual(new Set(['United States']))
    expect(countries('Cambridge, Canada')).toEqual(new Set(['Canada']))
  })
})

describe('An address in parts', () => {
  const found = (known: Parameters<typeof index.locate>[0]) => {
    const place = index.locate(known)
    return place && `${place.city}, ${place.state}`
  }

  it.each([
    [{ city: 'Bend', state: 'Oregon', country: 'United States', zip: '97701' }, 'Bend, Oregon'],
    [{ city: 'bend', state: 'OR' }, 'Bend, Oregon'],
    [{ city: 'Elkhart', zip: '46514-1234' }, 'Elkhart, Indiana'],
    [{ city: 'Boston', state: 'Massachusetts', zip: '2108' }, 'Boston, Massachusetts'],
    [{ city: 'Cambridge', state: 'ON', country: 'Canada', zip: 'N1R 5S2' }, 'Cambridge, Ontario'],
    [{ city: 'Rancho Cordova', state: 'CA', zip: '95655' }, 'Mather, California'],
    [{ city: 'Charlottetown', state: 'P.E.I.' }, 'Charlottetown, Prince Edward Island'],
    [{ city: 'Washington', state: 'Washington, D.C.' }, 'Washington, District of Columbia'],
    [{ city: '29 Palms', state: 'CA' }, 'Twentynine Palms, California'],
  ])('%j is there', (known, place) => expect(found(known)).toBe(place))

  it.each([
    { city: 'Paris', country: 'France' },
    { city: 'Paris', state: 'Île-de-France' },
    { city: 'Berlin', zip: '10115' },
    { city: 'Berlin', country: 'Germany', zip: '10115' },
    { city: 'Cambridge', country: 'United States' },
    { city: 'Springfield' },
    { city: 'Bend', state: 'Nevada' },
    { city: 'Reno', state: 'Nevada', zip: '97701' },
    { city: 'Reno', state: 'Nevada', country: 'Canada' },
    { city: 'Toronto', state: 'Ontario', zip: 'V6B 1A1' },
    { city: 'Bend', state: 'Oregon', zip: 'SW1A 1AA' },
    {},
  ])('%j is nowhere, or not known where', (known) => expect(found(known)).toBeNull())
})
