import {
  BellPlus,
  Download,
  Grid3x3,
  type LucideIcon,
  Moon,
  Plus,
  Sun,
  TriangleAlert,
  Upload,
  UserPen,
  UserPlus,
} from 'lucide-react'
import { importTypes } from '#contract/import-types.ts'
import type { RecordType } from '#contract/kinds.ts'
import { recordCalls, recordTypes } from '#contract/kinds.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import type { Found } from '#contract/search.ts'
import { icons, isShown, type MenuEntry, menu, menuBelow } from '#web/app/menu.ts'
import { screens } from '#web/navigation/screens.ts'
import type { Visited } from '#web/records/page/visited.ts'
import { nounOf, nounsOf, titleOf } from '#web/records/shared/record-words.ts'

/** A row of the search: what it is called, and where it leads or what it does. */
export type SearchRow = {
  /** Identifies it wherever it stands. */
  id: string
  group: string
  title: string
  /** Other words by which it is found. */
  also?: string
  subtitle: string
  icon: LucideIcon
  isDeleted: boolean
} & ({ path: string; act?: never } | { path?: never; act: () => void })

/** What people call a place besides its title, so that either finds it. */
const alsoCalled: Record<string, string> = {
  [screens.import.path]: 'upload CSV XLSX Excel spreadsheets files',
  [screens.keys.path]: 'API keys tokens programs integrations MCP assistants',
  [screens.webhooks.path]: 'API events hooks integrations',
  [screens.recentChanges.path]: 'undo redo revert history audit log trail',
  [screens.security.path]: 'password passkeys two-factor 2FA MFA TOTP sessions devices recovery codes account activity',
  [screens.administrators.path]: 'team colleagues staff invitations admins',
  [screens.system.path]: 'backups restore health status servers storage jobs failed emails',
  [screens.editProfile.path]: 'account avatar picture password shortcuts',
  [screens.rollover.path]: 'copy new next prepare',
  [screens.french.path]: 'translations languages',
  [screens.dashboard.path]: 'home start overview attention',
  [screens.rvTypes.path]: 'categories',
  [screens.sliderImages.path]: 'banners pictures photos',
  [screens.users.path]: 'owners customers',
  [screens.cmsPages.path]: 'terms privacy',
  [screens.manuals.path]: 'PDF handbooks',
  [screens.checklists.path]: 'check lists',
  [screens.rvManagement.path]: 'RVs VIN serial numbers warranty vehicles registrations',
  [screens.rvDealers.path]: 'service centres centers shops map',
  [screens.notifications.path]: 'push messages',
}

const entries: (MenuEntry & { also?: string })[] = [
  ...[...menu, ...menuBelow].flatMap((item) => ('path' in item ? item : item.entries)),
  { label: screens.editProfile.title, path: screens.editProfile.path, icon: UserPen },
  {
    label: 'Coverage of manuals',
    path: `${listPaths.manuals}?tab=coverage`,
    icon: Grid3x3,
    also: 'gaps missing topics pages',
  },
  {
    label: 'Problems in manual pages',
    path: `${listPaths.manuals}?tab=problems`,
    icon: TriangleAlert,
    also: 'broken links missing pictures empty',
  },
]
/** Those that this installation has. */
const pages = () =>
  entries.filter(isShown).map(
    ({ label, path, icon, also = alsoCalled[path] ?? '' }): SearchRow => ({
      id: `page ${path}`,
      group: 'Pages',
      title: label,
      also,
      subtitle: '',
      icon,
      isDeleted: false,
      path,
    }),
  )

type Does = { path: string } | { act: () => void }
const action = (title: string, icon: LucideIcon, to: Does, also = ''): SearchRow => ({
  id: `action ${title}`,
  group: 'Actions',
  title,
  also,
  subtitle: '',
  icon,
  isDeleted: false,
  ...to,
})
const actions = [
  ...recordTypes
    .filter((type) => 'add' in recordCalls[type])
    .map((type) => action(`New ${nounOf(type)}`, Plus, { path: `${listPaths[type]}?new` }, 'add create')),
  ...importTypes.map((type) =>
    action(`Import ${nounsOf(type)}`, Upload, { path: `${screens.import.path}?type=${type}` }, 'upload CSV XLSX Excel'),
  ),
  action('Send a notification', BellPlus, { path: listPaths.notifications }, 'push message'),
  action('Invite an administrator', UserPlus, { path: `${listPaths.admins}?new` }, 'add colleague team'),
  ...recordTypes.map((type) =>
    action(`Export ${nounsOf(type)}`, Download, { path: `${listPaths[type]}?export` }, 'download CSV XLSX Excel'),
  ),
]

/** Light or dark, and what changes it. */
type Theme = { isDark: boolean; setDark: (dark: boolean) => void }
const themeAction = ({ isDark, setDark }: Theme) =>
  action(`Switch to ${isDark ? 'light' : 'dark'}`, isDark ? Sun : Moon, { act: () => setDark(!isDark) }, 'theme mode')

/** All pages and actions. */
export const allDestinations = (theme: Theme): SearchRow[] => [...pages(), themeAction(theme), ...actions]

const MOST_PAGES = 4
const MOST_ACTIONS = 5

/**
 * The pages and actions in which each word of a text begins a word of the title, then those in which it begins a word
 * of one of their other names.
 */
export function destinationsFor(text: string, theme: Theme): SearchRow[] {
  const words = wordsOf(text)
  if (!words.length) return []
  const begins = (words: string[], others: string[]) =>
    words.every((word) => others.some((other) => other.startsWith(word)))
  const meant = (rows: SearchRow[]) => {
    const called = rows.filter(({ title }) => begins(words, wordsOf(title)))
    const also = rows.filter((row) => !called.includes(row) && begins(words, wordsOf(`${row.title} ${row.also ?? ''}`)))
    return [...called, ...also]
  }
  return [...meant(pages()).slice(0, MOST_PAGES), ...meant([...actions, themeAction(theme)]).slice(0, MOST_ACTIONS)]
}
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s/-]+/)
    .filter(Boolean)

const rowOf = (type: RecordType, id: string) => ({
  id: `record ${type} ${id}`,
  icon: icons[type],
  path: recordPathOf(type, id),
})

/** What was found, with the kinds in the order of their best match. */
export function foundRows(found: Found[]): SearchRow[] {
  const types = [...new Set(found.map(({ record_type }) => record_type))]
  return types.flatMap((type) =>
    found
      .filter(({ record_type }) => record_type === type)
      .map(({ record_id, title, subtitle, matched, is_deleted }) => ({
        ...rowOf(type, record_id),
        group: titleOf(type),
        title,
        subtitle: [subtitle, matched].filter(Boolean).join(' · '),
        isDeleted: is_deleted,
      })),
  )
}

/** The last visited records, without the one whose page is open. */
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
