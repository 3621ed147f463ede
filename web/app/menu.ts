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
  Image,
  LayoutGrid,
  ListChecks,
  ListTree,
  type LucideIcon,
  MapPin,
  Share2,
  Tags,
  Truck,
  Users,
  Wrench,
} from 'lucide-react'

export type MenuEntry = { label: string; icon: LucideIcon; path: string }
export type MenuGroup = { label: string; icon: LucideIcon; entries: MenuEntry[] }

/** The sidebar, in the order that people know. */
export const menu: (MenuEntry | MenuGroup)[] = [
  { label: 'Dashboard', icon: Gauge, path: '/dashboard' },
  { label: 'RV Types', icon: Caravan, path: '/rv-types' },
  { label: 'Models', icon: Boxes, path: '/models' },
  { label: 'Slider Images', icon: Image, path: '/slider-images' },
  { label: 'App Menus', icon: LayoutGrid, path: '/app-menus' },
  { label: 'Years', icon: CalendarDays, path: '/years' },
  { label: 'Users', icon: Users, path: '/users' },
  { label: 'Social Media', icon: Share2, path: '/socialmedia' },
  { label: 'CMS Pages', icon: FileText, path: '/cms-pages' },
  {
    label: 'Manage Manuals',
    icon: BookOpen,
    entries: [
      { label: 'Topics', icon: Tags, path: '/topics' },
      { label: 'Sub Topics', icon: ListTree, path: '/sub-topics' },
      { label: 'Manuals', icon: BookText, path: '/manuals' },
      { label: 'Manual Pages', icon: Files, path: '/manual-pages' },
    ],
  },
  { label: 'Checklists Management', icon: ListChecks, path: '/checklists-management' },
  { label: 'RV Management', icon: Truck, path: '/rv-management' },
  { label: 'Maintenance Items Management', icon: Wrench, path: '/maintenance-item-management' },
  { label: 'RV Dealers/Service', icon: MapPin, path: '/rv-dealers' },
  { label: 'Manage Notifications', icon: Bell, path: '/manage-notifications' },
]
