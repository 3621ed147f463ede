import {
  Bell,
  BookOpen,
  BookText,
  Boxes,
  CalendarDays,
  CalendarPlus,
  Caravan,
  Files,
  FileText,
  Gauge,
  History,
  Image,
  KeySquare,
  LayoutGrid,
  ListChecks,
  ListTree,
  type LucideIcon,
  MapPin,
  NotepadTextDashed,
  Server,
  Share2,
  ShieldCheck,
  ShieldEllipsis,
  Tags,
  Truck,
  Upload,
  UserCog,
  Users,
  UsersRound,
  Webhook,
  Wrench,
} from 'lucide-react'
import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { screenOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'

export type MenuEntry = { label: string; icon: LucideIcon; path: string }
export type MenuGroup = { label: string; icon: LucideIcon; entries: MenuEntry[] }

/** The icon of each kind of record. */
export const icons: Record<RecordType, LucideIcon> = {
  rv_types: Caravan,
  models: Boxes,
  app_images: Image,
  menu_items: LayoutGrid,
  years: CalendarDays,
  users: Users,
  social_medias: Share2,
  cms_pages: FileText,
  topics: Tags,
  sub_topics: ListTree,
  manuals: BookText,
  manual_pages: Files,
  checklists: ListChecks,
  rvs: Truck,
  maintenance_items: Wrench,
  dealers: MapPin,
  notifications: Bell,
  templates: NotepadTextDashed,
  audiences: UsersRound,
  admins: UserCog,
}
function entryOf(type: RecordType): MenuEntry {
  const { path, menuLabel: label } = screenOf(type)
  return { path, label, icon: icons[type] }
}
const entry = ({ path, title: label }: { path: string; title: string }, icon: LucideIcon): MenuEntry => ({
  path,
  label,
  icon,
})

/** Administrators have a group of their own; templates and audiences are reached from messages. */
const NOT_IN_MENU: RecordType[] = ['templates', 'audiences', 'admins']
const ofManuals: RecordType[] = ['topics', 'sub_topics', 'manuals', 'manual_pages']
const manuals: MenuGroup = { label: 'Manage Manuals', icon: BookOpen, entries: ofManuals.map(entryOf) }

/** The entries of the sidebar, in the order of the specification. */
export const menu: (MenuEntry | MenuGroup)[] = [
  entry(screens.dashboard, Gauge),
  ...recordTypes.flatMap((type): (MenuEntry | MenuGroup)[] => {
    if (type === 'topics') return [manuals]
    return ofManuals.includes(type) || NOT_IN_MENU.includes(type) ? [] : [entryOf(type)]
  }),
]

const programs: MenuGroup = {
  label: programsAndSafety.title,
  icon: ShieldEllipsis,
  entries: [
    entry(screens.import, Upload),
    entry(screens.keys, KeySquare),
    entry(screens.webhooks, Webhook),
    entry(screens.recentChanges, History),
    entry(screens.security, ShieldCheck),
    entryOf('admins'),
    entry(screens.system, Server),
  ],
}

/** What stands below the line: the next model year, and what is for programs, files and safety. */
export const menuBelow: (MenuEntry | MenuGroup)[] = [entry(screens.rollover, CalendarPlus), programs]
