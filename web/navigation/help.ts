import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'
import { listPaths } from '#contract/paths.ts'
import { screens } from './screens.ts'

type ListPath = (typeof listPaths)[RecordType]
/** The screens that list no kind of record. */
type Other = {
  [Name in keyof typeof screens]: (typeof screens)[Name]['path'] extends ListPath ? never : Name
}[keyof typeof screens]

/** Screens for visitors, which explain themselves, and the blank one. */
type Silent =
  | 'login'
  | 'forgetPassword'
  | 'resetPassword'
  | 'acceptInvitation'
  | 'endSession'
  | 'notMe'
  | 'confirmEmail'
  | 'blank'

// What each of these is for; the kinds say it of their lists. Apart from the paths and titles, which the login page
// loads too.
const texts: Record<Exclude<Other, Silent>, string> = {
  dashboard: 'Current totals. Click one to open its list.',
  editProfile: 'Your name, email address, picture and password.',
  recentChanges:
    'Who changed what, and when. Most changes can be undone, in any order: later changes by others are kept.',
  security: 'Your second factors and recovery codes, and where you are signed in.',
  keys: 'Keys let programs read and change records, such as a nightly job of the ERP. Each reaches only what it says.',
  webhooks: 'Webhooks tell other programs of changes as they happen, so that they need not ask again and again.',
  import:
    'Adds and changes records from a CSV or XLSX file. A rehearsal shows what would happen to each row before anything is changed.',
  rollover:
    'Prepares the next model year from another one: its models, manuals and pages. Owners see nothing of it until it goes live, whole.',
  french:
    'What owners who read French still read in English, or in French that is older than the English. Confirm what is right as it is, or export it for translators and import what they made of it.',
  system: 'The state of this installation: servers, database, backups, jobs, failed emails, and storage.',
}

const byPath = new Map<string, string>([
  ...Object.entries(texts).map(([name, text]) => [screens[name as keyof typeof texts].path, text] as const),
  ...recordTypes.map((type) => [listPaths[type], kinds[type].help] as const),
])

/** What a screen is for, in words. */
export const helpOf = ({ path }: { path: string }) => byPath.get(path)

/** The screen that lists a kind of record: its path, its titles, and what it is for. */
export function screenOf(type: RecordType) {
  const { tag, heading: title = tag, menuLabel = title, help }: RecordKind = kinds[type]
  return { path: listPaths[type], title, menuLabel, help }
}
