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
  LayoutGrid,
  ListChecks,
  ListTree,
  type LucideIcon,
  MapPin,
  Share2,
  Tags,
  Truck,
  UserCog,
  Users,
  Wrench,
} from 'lucide-react'
import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'

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

const ofManuals: RecordType[] = ['topics', 'sub_topics', 'manuals', 'manual_pages']
const manuals: MenuGroup = { label: 'Manage Manuals', icon: BookOpen, entries: ofManuals.map(entryOf) }

/** The entries of the sidebar, in the order of the specification. */
export const menu: (MenuEntry | MenuGroup)[] = [
  entry(screens.dashboard, Gauge),
  ...recordTypes.flatMap((type): (MenuEntry | MenuGroup)[] => {
    if (type === 'topics') return [manuals]
    return ofManuals.includes(type) || type === 'admins' ? [] : [entryOf(type)]
  }),
]

/** The entries below the line: the next model year, who works here, and what was done. */
export const menuBelow = [
  entry(screens.rollover, CalendarPlus),
  entryOf('admins'),
  entry(screens.recentChanges, History),
]
