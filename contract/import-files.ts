/** In which texts of CSV files can be written. */
export const encodings = ['utf-8', 'windows-1252', 'windows-1250', 'macintosh', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]

export const encodingWords: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows, Western Europe (1252)',
  'windows-1250': 'Windows, Central Europe (1250)',
  macintosh: 'Mac OS Roman',
  'utf-16le': 'UTF-16 (LE)',
  'utf-16be': 'UTF-16 (BE)',
}

/** How a file is to be read, where not as seems best: `with_hidden` takes rows that are hidden in their sheet, too. */
export type Reading = {
  encoding?: Encoding | undefined
  sheet?: string | undefined
  head_row?: number | undefined
  with_hidden?: boolean | undefined
}

/** What tells which record a row is about where not its `_id`. */
export const matchings = ['external_id', 'name_and_city', 'name', 'email'] as const
export type Matching = (typeof matchings)[number]

export const matchingWords: Record<Matching, string> = {
  external_id: 'External ID',
  name_and_city: 'Name and city',
  name: 'Name',
  email: 'Email',
}
