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
  Languages,
  LayoutGrid,
  ListChecks,
  ListTodo,
  ListTree,
  type LucideIcon,
  MapPin,
  Megaphone,
  NotepadTextDashed,
  ScanBarcode,
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
import { hasFrench } from '#web/api/settings.ts'
import { screenOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'

export type MenuEntry = {
  label: string
  icon: LucideIcon
  path: string
  /** Without it, the entry is always shown. */
  isShown?: () => boolean
}
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
  vin_patterns: ScanBarcode,
  maintenance_items: Wrench,
  dealers: MapPin,
  notifications: Bell,
  templates: NotepadTextDashed,
  audiences: UsersRound,
  campaigns: Megaphone,
  campaign_units: ListTodo,
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

/** Administrators have a group of their own; the others are reached from messages, campaigns and RVs. */
const NOT_IN_MENU: RecordType[] = ['templates', 'audiences', 'vin_patterns', 'campaigns', 'campaign_units', 'admins']
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

/**
 * What stands below the line: the next model year, campaigns, what is left in French, and what is for programs, files
 * and safety.
 */
export const menuBelow: (MenuEntry | MenuGroup)[] = [
  entry(screens.rollover, CalendarPlus),
  entryOf('campaigns'),
  { ...entry(screens.french, Languages), isShown: hasFrench },
  programs,
]

/** Whether an entry is shown in this installation. */
export const isShown = (item: MenuEntry | MenuGroup) => !('path' in item) || (item.isShown?.() ?? true)
