/** What a change does to its records. */
export const changeKinds = [
  'add',
  'edit',
  'delete',
  'restore',
  'undo',
  'reorder',
  'import',
  'export',
  'send',
  'other',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** How the value of a field is shown: a picture and a file are addresses, a rich text is HTML, a flag is a boolean. */
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

/** What can be done to many records at once. */
export const bulkActions = ['delete', 'restore', 'activate', 'deactivate', 'set'] as const
export type BulkAction = (typeof bulkActions)[number]

/**
 * Whom the values of a column are for. All owners read `owners` in the app; `office` is for administrators; `personal` is
 * as well, and says something about a person, who may want to have it or to have it erased.
 */
type Audience = 'owners' | 'office' | 'personal'

/** An object where it is stored as JSON. */
type Example = string | number | Readonly<Record<string, unknown>>

/** What is true of one column, apart from what SQL knows. */
export type Column<Kinds extends string = string> = {
  audience: Audience
  /** The label of the form's field. */
  label: string
  type: FieldType | 'hidden'
  /** The field's name on the wire, where it is not the column's. */
  wire?: string
  /** The kind of record whose id it holds. */
  refersTo?: Kinds
  /** The kinds of record of one of which it holds the id. */
  refersToOneOf?: readonly Kinds[]
  /** The field of the list that shows the name behind it. */
  shownAs?: string
  /** A record may refer to none. */
  optional?: true
  /** Only a record whose parent is active can be active. */
  isParent?: true
  /** The record is deleted with the one that it refers to. */
  deletedWith?: true
  /** What is said when somebody chooses a record that is deleted or does not exist. */
  choose?: string
  /** Columns in which the record that it refers to must have the same values. */
  shares?: readonly string[]
  /** What its values are called, where they are a few fixed ones. */
  words?: Readonly<Record<string, string>>
  /** Whether an owner may sign in to the app: 0 ends the sessions there. */
  controlsSignIn?: true
  /** Rich text that may show videos of a few hosts. */
  videos?: true
  /** What it may hold: in the description of the API, in demo data and in tests. */
  example?: Example
  /** The release that has added its field to a kind that had been released: an edit that leaves it out leaves it as it is. */
  since?: string
  /** What is copied of a record, as into a new model year, has nothing of it. */
  copied?: false
  /** Its form as texts are compared is in the column `{name}_key` beside it. */
  hasKey?: true
}

type Referring = Pick<Column, 'wire' | 'shownAs' | 'optional' | 'isParent' | 'deletedWith' | 'shares'> & {
  choose: string
}

/** The columns of a record, by what they hold. Each says whom it is for. */
export const column = {
  /** Plain text. */
  text: <For extends Audience>(label: string, audience: For, example: string) =>
    ({ label, audience, type: 'text', example }) as const,
  /** One of a few fixed values. */
  choice: <For extends Audience>(label: string, audience: For, words: Readonly<Record<string, string>>) =>
    ({ label, audience, type: 'text', words, example: Object.keys(words)[0] ?? '' }) as const,
  /** Text that is filtered, sorted or unique, and so has a key column beside it. */
  keyed: <For extends Audience>(label: string, audience: For, example: string) =>
    ({ label, audience, type: 'text', hasKey: true, example }) as const,
  number: <For extends Audience, const More extends Pick<Column, 'wire'>>(
    label: string,
    audience: For,
    example = 1,
    more?: More,
  ) => ({ label, audience, type: 'number', example, ...(more as More) }) as const,
  /** A calendar day, YYYY-MM-DD. */
  day: <For extends Audience>(label: string, audience: For) =>
    ({ label, audience, type: 'day', example: '2099-05-10' }) as const,
  /** A moment, as ISO 8601 in UTC; null for none. */
  time: <For extends Audience>(label: string, audience: For) => ({ label, audience, type: 'time' }) as const,
  flag: <For extends Audience>(label: string, audience: For, more: Pick<Column, 'controlsSignIn'> = {}) =>
    ({ label, audience, type: 'flag', ...more }) as const,
  /** HTML, which is cleaned before it is stored. */
  richText: <For extends Audience>(label: string, audience: For, example: string, more: Pick<Column, 'videos'> = {}) =>
    ({ label, audience, type: 'rich_text', example, ...more }) as const,
  keyedRichText: <For extends Audience>(label: string, audience: For, example: string) =>
    ({ label, audience, type: 'rich_text', hasKey: true, example }) as const,
  /** The id of a record of another kind. */
  reference: <For extends Audience, const To extends string, const More extends Referring>(
    label: string,
    audience: For,
    refersTo: To,
    more: More,
  ) => ({ label, audience, type: 'reference', refersTo, ...more }) as const,
  /** The file name of a picture. */
  picture: <For extends Audience, const Wire extends string>(label: string, audience: For, wire: Wire) =>
    ({ label, audience, type: 'picture', wire }) as const,
  /** The file name of another file. */
  file: <For extends Audience, const Wire extends string>(label: string, audience: For, wire: Wire) =>
    ({ label, audience, type: 'file', wire }) as const,
  /** Of no interest to people, but part of the record. */
  hidden: <For extends Audience>(audience: For) => ({ label: '', audience, type: 'hidden' }) as const,
  /** Conditions, stored as JSON: people read the sentence that they are. */
  conditions: <For extends Audience>(audience: For, example: Readonly<Record<string, unknown>>) =>
    ({ label: '', audience, type: 'hidden', example }) as const,
  /** The id of the administrator or owner who added the record. */
  addedBy: { label: '', audience: 'personal', type: 'hidden', refersToOneOf: ['admins', 'users'] } as const,
  /** Its values never reach the history. */
  secret: <const Wire extends string>(label: string, audience: Exclude<Audience, 'owners'>, wire: Wire) =>
    ({ label, audience, type: 'secret', wire }) as const,
}

/** Everything that is true of a kind of record and that more than one place needs to know. */
export type RecordKind<Columns extends Record<string, Column> = Record<string, Column>> = {
  /** What one record and several are called in a sentence. */
  noun: readonly [one: string, many: string]
  /** What one is called in titles: 'New Sub Topic'. */
  name: string
  /** What one is called in the messages after a change, where that is not the name: 'Subtopic added successfully.' */
  entity?: string
  /** What one is called in the question before a delete or a restore, where that is not the noun. */
  asked?: string
  /** What a deleted record is called, where that is not Inactive. */
  deleted?: string
  /** What calls name the id of a record. */
  key: string
  /** What the description of the API calls the calls, and says of them. */
  tag: string
  about: string
  /** The title of the screen of its list, where that is not the tag, and what the menu calls it, where that differs. */
  heading?: string
  menuLabel?: string
  /** What the screen of its list says that it is for. */
  help: string
  columns: Columns
  /** The columns that say what a record is called, after the prefix; a reference stands for the name behind it. */
  title: readonly (keyof Columns & string)[]
  titlePrefix?: string
  /** The columns that tell apart records of the same title: a model by its type and year, a message by its day; none where no two are alike. */
  disambiguatedBy?: readonly ((keyof Columns & string) | 'created_at')[]
  /** What stands between those, where that is not a space. */
  disambiguatedWith?: string
  /** The fields of its list by which a search finds it, besides texts with a key and the references in its title. */
  alsoFoundBy?: readonly string[]
  /** The columns that are unique among active records, what such a record is called, and the field that is refused. */
  unique?: { columns: readonly (keyof Columns & string)[]; thing: string; field: string }
  /**
   * The column of which no two active records of one owner have the same value, nor two without an owner that have the same in
   * `unowned`; and what is said of each.
   */
  uniqueOfOwner?: Readonly<Record<'column' | 'owner' | 'unowned', keyof Columns & string>> & {
    taken: readonly [ofOwner: string, ofNobody: string]
  }
  /**
   * Records are ordered by `seq_no`, within those that share the value of this column, if any. Those that share all of
   * `part` can be arranged among themselves.
   */
  sequence?: { within?: keyof Columns & string; part?: readonly (keyof Columns & string)[] }
  /** What can be done to many records at once. */
  bulk: readonly Exclude<BulkAction, 'set'>[]
  /**
   * The columns that many records can be given the same value in: none that is unique or a number in a sequence. Of a kind
   * that has some, those of which each record has a value of its own are named as well.
   */
  set: readonly (keyof Columns & string)[]
  notSet?: readonly (keyof Columns & string)[]
  /** The column that says more of a record's state than whether it is deleted. A flag is set by `activate` and `deactivate`. */
  state?: keyof Columns & string
}

/** What every record has on the wire, and what its list calls columns of its own: `status` shows the state. */
type Reserved =
  | '_id'
  | 'is_deleted'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'updated_by'
  | 'srno'
  | 'select'
  | 'move'
  | 'actions'
  | 'status'
export type WireOf<Name, Facts> = Facts extends { wire: infer Wire } ? Wire : Name
type Unreserved<Columns, Kind> = {
  [Name in keyof Columns]: Kind extends { state: Name }
    ? Columns[Name]
    : WireOf<Name, Columns[Name]> extends Reserved
      ? 'This name is reserved.'
      : Columns[Name]
}

/** The types of which a value is nothing that many records could have in common. */
type OfOneRecord = 'hidden' | 'secret' | 'picture' | 'file' | 'rich_text'
type NamesIn<Kind, List extends string> = Kind extends Record<List, readonly (infer Name)[]> ? Name : never
type Decided<Kind> =
  | NamesIn<Kind, 'set'>
  | NamesIn<Kind, 'notSet'>
  | (Kind extends { unique: infer Unique } ? NamesIn<Unique, 'columns'> : never)
  | 'seq_no'
/** Each column of a kind that has some in `set` must be in one of the two lists, if it could be. */
type Sorted<Columns, Kind> = Kind extends { set: readonly [] }
  ? Columns
  : {
      [Name in keyof Columns]: Name extends Decided<Kind>
        ? Columns[Name]
        : Columns[Name] extends { type: OfOneRecord }
          ? Columns[Name]
          : 'Say in `set` or `notSet` whether many records can be given the same value.'
    }

type WithTitles<Columns extends Record<string, Column>> = RecordKind<Columns> &
  Required<Pick<RecordKind<Columns>, 'disambiguatedBy'>>

/** Describes a kind of record, which must say what tells its records apart. */
export const recordKind = <const Columns extends Record<string, Column>, const Kind extends RecordKind<Columns>>(
  kind: Kind & WithTitles<Columns> & { columns: Unreserved<Kind['columns'], Kind> & Sorted<Kind['columns'], Kind> },
) => kind
