import {
  BellPlus,
  KeySquare,
  type LucideIcon,
  Moon,
  Plus,
  Server,
  ShieldCheck,
  Sun,
  Upload,
  UserPen,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { importTypes } from '#contract/import-types.ts'
import type { RecordType } from '#contract/kinds.ts'
import { recordCalls, recordTypes } from '#contract/kinds.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import type { Found } from '#contract/search.ts'
import { icons, type MenuEntry, menu, menuBelow } from '#web/app/menu.ts'
import { screens } from '#web/navigation/screens.ts'
import type { Visited } from '#web/records/page/visited.ts'
import { nounOf, nounsOf, titleOf } from '#web/records/shared/record-words.ts'

/** A row of the search: what it is called, and where it leads or what it does. */
export type SearchRow = {
  /** By which it is known wherever it stands. */
  id: string
  group: string
  title: string
  subtitle: string
  icon: LucideIcon
  isDeleted: boolean
} & ({ path: string; act?: never } | { path?: never; act: () => void })

const entries: MenuEntry[] = [
  ...menu.flatMap((item) => ('path' in item ? item : item.entries)),
  ...menuBelow,
  { label: screens.editProfile.title, path: screens.editProfile.path, icon: UserPen },
  { label: screens.security.title, path: screens.security.path, icon: ShieldCheck },
  { label: screens.keys.title, path: screens.keys.path, icon: KeySquare },
  { label: screens.webhooks.title, path: screens.webhooks.path, icon: Webhook },
  { label: screens.system.title, path: screens.system.path, icon: Server },
]

const pages = entries.map(
  ({ label, path, icon }): SearchRow => ({
    id: `page ${path}`,
    group: 'Pages',
    title: label,
    subtitle: '',
    icon,
    isDeleted: false,
    path,
  }),
)

const action = (title: string, icon: LucideIcon, to: { path: string } | { act: () => void }): SearchRow => ({
  id: `action ${title}`,
  group: 'Actions',
  title,
  subtitle: '',
  icon,
  isDeleted: false,
  ...to,
})

const adding = [
  ...recordTypes
    .filter((type) => 'add' in recordCalls[type])
    .map((type) => action(`New ${nounOf(type)}`, Plus, { path: `${listPaths[type]}?new` })),
  ...importTypes.map((type) =>
    action(`Import ${nounsOf(type)}`, Upload, { path: `${screens.import.path}?type=${type}` }),
  ),
  action('Send a notification', BellPlus, { path: listPaths.notifications }),
  action('Invite an administrator', UserPlus, { path: `${listPaths.admins}?new` }),
]

/** Light or dark, and what changes it. */
type Theme = { isDark: boolean; setDark: (dark: boolean) => void }

const themeAction = ({ isDark, setDark }: Theme) =>
  action(`Switch to ${isDark ? 'light' : 'dark'}`, isDark ? Sun : Moon, { act: () => setDark(!isDark) })

const MOST_PAGES = 4
const MOST_ACTIONS = 5

/** The pages and actions in which each word of a text begins a word. */
export function destinationsFor(text: string, theme: Theme): SearchRow[] {
  const words = wordsOf(text)
  if (!words.length) return []
  const isMeant = ({ title }: SearchRow) =>
    words.every((word) => wordsOf(title).some((other) => other.startsWith(word)))
  return [
    ...pages.filter(isMeant).slice(0, MOST_PAGES),
    ...[...adding, themeAction(theme)].filter(isMeant).slice(0, MOST_ACTIONS),
  ]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean)

const rowOf = (type: RecordType, id: string) => ({
  id: `record ${type} ${id}`,
  icon: icons[type],
  path: recordPathOf(type, id),
})

/** What was found, the kinds in the order of their best. */
export function foundRows(found: Found[]): SearchRow[] {
  const types = [...new Set(found.map(({ record_type }) => record_type))]
  return types.flatMap((type) =>
    found
      .filter(({ record_type }) => record_type === type)
      .map(({ record_id, title, subtitle, is_deleted }) => ({
        ...rowOf(type, record_id),
        group: titleOf(type),
        title,
        subtitle,
        isDeleted: is_deleted,
      })),
  )
}

/** The records that were visited last, without the one whose page is open. */
export const visitedRows = (visited: Visited[], here: string): SearchRow[] =>
  visited
    .map(({ record_type, record_id, title, is_deleted }) => ({
      ...rowOf(record_type, record_id),
      group: 'Last visited',
      title,
      subtitle: nounOf(record_type),
      isDeleted: is_deleted,
    }))
    .filter(({ path }) => path !== here)
