import { listPaths } from '#contract/paths.ts'

/** The addresses of all lists. */
export const lists = Object.entries(listPaths).map(([type, path]) =>
  type === 'notifications' ? `${path}?view=sent` : path,
)
