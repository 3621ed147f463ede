import { buildPlaceIndex } from './place-index.ts'

export const { search, locate, at, within, statesAround } = buildPlaceIndex()
