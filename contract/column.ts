/** How a field's value is shown: a picture or file is an address, rich text is HTML, a flag is a boolean. */
export const fieldTypes = [
  'text',
  'number',
  'day',
  'time',
  'flag',
  'reference',
  'picture',
  'file',
  'rich_text',
  'secret',
] as const
export type FieldType = (typeof fieldTypes)[number]

/**
 * Who a column's values are for. All owners read `owners` in the app; `office` is for administrators, as is `personal`,
 * which says something about a person, who may ask for it or have it erased.
 */
export type Audience = 'owners' | 'office' | 'personal'

/** An object if it is stored as JSON. */
export type Example = string | number | Readonly<Record<string, unknown>>

/** What is true of a column, apart from what SQL knows. */
export type Column<Kinds extends string = string> = {
  audience: Audience
  /** The label of the form's field. */
  label: string
  type: FieldType | 'hidden'
  /** The field's name on the wire, if not the column's. */
  wire?: string
  /** The kind of record whose id it holds. */
  refersTo?: Kinds
  /** The kinds of records one of whose ids it holds. */
  refersToOneOf?: readonly Kinds[]
  /** The list's field that shows the referenced name. */
  shownAs?: string
  /** A record may leave it empty. */
  optional?: true
  /** A record can be active only if its parent is. */
  isParent?: true
  /** Owners see the record only while they see the one it refers to. */
  hiddenWith?: true
  /** The record is deleted together with the one it refers to. */
  deletedWith?: true
  /** The message if the chosen record is deleted or does not exist. */
  choose?: string
  /** Columns in which the referenced record must have the same values. */
  shares?: readonly string[]
  /** The labels of its values, if it has a few fixed ones. */
  words?: Readonly<Record<string, string>>
  /** Whether an owner may sign in to the app: 0 ends their sessions. */
  controlsSignIn?: true
  /** Rich text that may embed videos from a few hosts. */
  videos?: true
  /** An example value, for the API description, demo data and tests. */
  example?: Example
  /** The release that added its field to an already released kind: an edit may leave it out to keep it. */
  since?: string
  /** Left blank in copies of a record, as into a new model year. */
  copied?: false
  /** Owners read its twin, the column `{name}_fr` behind it, in French where that is filled in. */
  french?: true
  /** The column that this one is the French of. */
  twinOf?: string
  /** The column `{name}_key` beside it holds it in the form that texts are compared in. */
  hasKey?: true
}
