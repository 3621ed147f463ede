import type { Spot } from './spot.ts'

/**
 * The larger cities of Puerto Rico, which the extract lacks: name, ZIP code of the centre, and its coordinates.
 * Compiled for this project from public knowledge. A city has more ZIP codes.
 */
const cities: [city: string, zip: string, latitude: number, longitude: number][] = [
  ['San Juan', '00901', 18.4663, -66.1057],
  ['Bayamón', '00961', 18.3985, -66.1557],
  ['Carolina', '00985', 18.3808, -65.9574],
  ['Ponce', '00730', 18.0111, -66.6141],
  ['Caguas', '00725', 18.2341, -66.0485],
  ['Guaynabo', '00965', 18.3575, -66.111],
  ['Arecibo', '00612', 18.4725, -66.7157],
  ['Toa Baja', '00949', 18.4439, -66.2546],
  ['Mayagüez', '00680', 18.2013, -67.1396],
  ['Trujillo Alto', '00976', 18.3547, -66.0074],
  ['Toa Alta', '00953', 18.3883, -66.2482],
  ['Vega Baja', '00693', 18.4444, -66.3877],
  ['Humacao', '00791', 18.1497, -65.8274],
  ['Aguadilla', '00603', 18.4275, -67.1541],
  ['Fajardo', '00738', 18.3258, -65.6524],
  ['Cayey', '00736', 18.1119, -66.166],
  ['Isabela', '00662', 18.5008, -67.0244],
  ['Cabo Rojo', '00623', 18.0866, -67.1457],
  ['Dorado', '00646', 18.4588, -66.2677],
  ['Rincón', '00677', 18.3402, -67.2499],
]

export const puertoRico: Spot[] = cities.map(([city, zip, latitude, longitude]) => ({
  city,
  area: city,
  state: 'Puerto Rico',
  code: 'PR',
  country: 'United States',
  zip,
  latitude,
  longitude,
}))
