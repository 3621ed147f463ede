import { buildPlaceIndex } from './place-index.ts'
import { readPostal } from './postal.ts'

export const { search, locate, at, within } = buildPlaceIndex()
export const postal = readPostal
