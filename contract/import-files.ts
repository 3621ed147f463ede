/** The encodings of CSV files that can be read. */
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

/** How to read a file, where not as detected: `with_hidden` includes hidden rows. */
export type Reading = {
  encoding?: Encoding | undefined
  sheet?: string | undefined
  head_row?: number | undefined
  with_hidden?: boolean | undefined
}

/** How to tell which record a row is about, if not by its `_id`. */
export const matchings = ['external_id', 'name_and_city', 'name', 'email'] as const
export type Matching = (typeof matchings)[number]

export const matchingWords: Record<Matching, string> = {
  external_id: 'External ID',
  name_and_city: 'Name and city',
  name: 'Name',
  email: 'Email',
}

/**
 * What a column of a file can hold. A reference has two: its id and its name; an owner also has an email. `_id` and
 * `external_id` also say which record a row is about.
 */
export type ImportField = {
  field: string
  label: string
  made: 'id' | 'text' | 'number' | 'day' | 'reference' | 'name' | 'email'
  /** The column of the table; for a name, that of its reference. */
  column: string
  /** The field of the form; for a name, that of its reference. */
  wire: string
  /** The labels of its values, if it has a few fixed ones. */
  words?: Readonly<Record<string, string>>
}
