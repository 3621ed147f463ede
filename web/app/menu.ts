import {
  Bell,
  BookOpen,
  BookText,
  Boxes,
  CalendarDays,
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
import { type Screen, screens } from '#web/navigation/screens.ts'

export type MenuEntry = { label: string; icon: LucideIcon; path: string }
export type MenuGroup = { label: string; icon: LucideIcon; entries: MenuEntry[] }

const entry = ({ path, title, menuLabel = title }: Screen, icon: LucideIcon): MenuEntry => ({
  path,
  label: menuLabel,
  icon,
})

/** The entries of the sidebar, in the order of the specification. */
export const menu: (MenuEntry | MenuGroup)[] = [
  entry(screens.dashboard, Gauge),
  entry(screens.rvTypes, Caravan),
  entry(screens.models, Boxes),
  entry(screens.sliderImages, Image),
  entry(screens.appMenus, LayoutGrid),
  entry(screens.years, CalendarDays),
  entry(screens.users, Users),
  entry(screens.socialMedia, Share2),
  entry(screens.cmsPages, FileText),
  {
    label: 'Manage Manuals',
    icon: BookOpen,
    entries: [
      entry(screens.topics, Tags),
      entry(screens.subTopics, ListTree),
      entry(screens.manuals, BookText),
      entry(screens.manualPages, Files),
    ],
  },
  entry(screens.checklists, ListChecks),
  entry(screens.rvManagement, Truck),
  entry(screens.maintenanceItems, Wrench),
  entry(screens.rvDealers, MapPin),
  entry(screens.notifications, Bell),
]

/** The entries below the line: who works here, and what was done. */
export const menuBelow = [entry(screens.administrators, UserCog), entry(screens.recentChanges, History)]
