import { type Audience, type Column } from './column.ts'
import { type WithTwins, withTwins } from './french.ts'

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

/** What can be done to many records at once. */
export const bulkActions = ['delete', 'restore', 'activate', 'deactivate', 'set'] as const
export type BulkAction = (typeof bulkActions)[number]

type Referring = Pick<
  Column,
  'wire' | 'shownAs' | 'optional' | 'isParent' | 'hiddenWith' | 'deletedWith' | 'shares'
> & {
  choose: string
}

/** The columns of a record, by what they hold. Each says who it is for. */
export const column = {
  /** The same, but owners also read it in French. */
  inFrench: <const Facts extends Column>(facts: Facts) => ({ ...facts, french: true }) as const,
  /** Plain text. */
  text: <For extends Audience>(label: string, audience: For, example: string) =>
    ({ label, audience, type: 'text', example }) as const,
  /** One of a few fixed values. */
  choice: <For extends Audience>(label: string, audience: For, words: Readonly<Record<string, string>>) =>
    ({ label, audience, type: 'text', words, example: Object.keys(words)[0] ?? '' }) as const,
  /** Text that is filtered, sorted or unique, and so has a key column. */
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
  /** A moment, as ISO 8601 in UTC, or null. */
  time: <For extends Audience>(label: string, audience: For) => ({ label, audience, type: 'time' }) as const,
  flag: <For extends Audience>(label: string, audience: For, more: Pick<Column, 'controlsSignIn'> = {}) =>
    ({ label, audience, type: 'flag', ...more }) as const,
  /** HTML, cleaned before it is stored. */
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
  /** Conditions, stored as JSON; people read them as a sentence. */
  conditions: <For extends Audience>(audience: For, example: Readonly<Record<string, unknown>>) =>
    ({ label: '', audience, type: 'hidden', example }) as const,
  /** The id of the administrator or owner who added the record. */
  addedBy: { label: '', audience: 'personal', type: 'hidden', refersToOneOf: ['admins', 'users'] } as const,
  /** Its values never appear in the history. */
  secret: <const Wire extends string>(label: string, audience: Exclude<Audience, 'owners'>, wire: Wire) =>
    ({ label, audience, type: 'secret', wire }) as const,
}

/** Everything about a kind of record that more than one place needs to know. */
export type RecordKind<Columns extends Record<string, Column> = Record<string, Column>> = {
  /** What one record and several are called in a sentence. */
  noun: readonly [one: string, many: string]
  /** Its name in titles: 'New Sub Topic'. */
  name: string
  /** Its name in messages after a change, if different: 'Subtopic added successfully.' */
  entity?: string
  /** What it is called when asking before a delete or restore, if not the noun. */
  asked?: string
  /** What a deleted record is called, if not Inactive. */
  deleted?: string
  /** The field with a record's id in calls. */
  key: string
  /** The heading of the calls in the API's description, and what it says about them. */
  tag: string
  about: string
  /** The title of its list's screen, if not the tag, and its name in menu and breadcrumb, if different. */
  heading?: string
  menuLabel?: string
  /** What the list's screen says it is for. */
  help: string
  columns: Columns
  /** The columns that make up a record's name, after the prefix; a reference stands for its name. */
  title: readonly (keyof Columns & string)[]
  titlePrefix?: string
  /** The columns that tell records with the same title apart: a model by type and year, a message by its day. */
  disambiguatedBy?: readonly ((keyof Columns & string) | 'created_at')[]
  /** What separates those, if not a space. */
  disambiguatedWith?: string
  /** More fields of its list that a search looks in, besides texts with a key and the references in its title. */
  alsoFoundBy?: readonly string[]
  /**
   * The columns that are unique among active records, what such a record is called, and the field that is refused;
   * `taken` is the message, if not “{thing} already exists.”
   */
  unique?: { columns: readonly (keyof Columns & string)[]; thing: string; field: string; taken?: string }
  /**
   * The column that is unique among an owner's active records, and, with `unowned`, among those without an owner; and
   * the message for each. Two with different values in `apart` are not duplicates.
   */
  uniqueOfOwner?: Readonly<Record<'column' | 'owner' | 'unowned' | 'apart', keyof Columns & string>> & {
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
   * The columns that can be set to one value in many records: none that is unique or a sequence number. A kind with any
   * must also name those whose value belongs to a single record.
   */
  set: readonly (keyof Columns & string)[]
  notSet?: readonly (keyof Columns & string)[]
  /**
   * The column that says more about a record's state than whether it is deleted. `activate` and `deactivate` set it if
   * it is a flag.
   */
  state?: keyof Columns & string
}

/** The wire names of every record, and those that lists use themselves: `status` shows the state. */
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

/** The types whose values records can never share. */
type OfOneRecord = 'hidden' | 'secret' | 'picture' | 'file' | 'rich_text'
type NamesIn<Kind, List extends string> = Kind extends Record<List, readonly (infer Name)[]> ? Name : never
type Decided<Kind> =
  | NamesIn<Kind, 'set'>
  | NamesIn<Kind, 'notSet'>
  | (Kind extends { unique: infer Unique } ? NamesIn<Unique, 'columns'> : never)
  | 'seq_no'
/** Each column of a kind with `set` must be in one of the two lists, if it could be. */
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

/** Describes a kind of record, including what tells its records apart. */
export const recordKind = <const Columns extends Record<string, Column>, const Kind extends RecordKind<Columns>>(
  kind: Kind & WithTitles<Columns> & { columns: Unreserved<Kind['columns'], Kind> & Sorted<Kind['columns'], Kind> },
) => ({ ...kind, columns: withTwins(kind.columns) }) as Omit<Kind, 'columns'> & { columns: WithTwins<Kind['columns']> }

/** The message for a second record with the same unique values. */
export const takenIn = ({ thing, taken }: { thing: string; taken?: string }) => taken ?? `${thing} already exists.`
