import { buildPlaceIndex } from './place-index.ts'
import { readPostal } from './postal.ts'

export const { search, locate, at, within, statesAround } = buildPlaceIndex()
export const postal = readPostal
