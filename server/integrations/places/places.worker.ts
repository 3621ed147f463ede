import { buildPlaceIndex } from './place-index.ts'

export const { search, at, within } = buildPlaceIndex()
