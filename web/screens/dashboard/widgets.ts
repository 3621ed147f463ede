import {
  BookOpen,
  Caravan,
  Image,
  ListChecks,
  type LucideIcon,
  MapPin,
  Smartphone,
  UserRoundCheck,
  Wrench,
} from 'lucide-react'
import type { Counters } from '#contract/account.ts'
import { screens } from '#web/navigation/screens.ts'

export type Widget = { title: string; counter: keyof Counters; to: string; icon: LucideIcon }

// Addresses that say what to show, so that a list opens with what was counted and not as it was last left.
const all = ({ path }: { path: string }) => `${path}?page=1`
const active = ({ path }: { path: string }) => `${path}?status=active`

/** The eight counters, in the order of the specification, each with the list of what it counts. */
export const widgets: Widget[] = [
  { title: 'App Login Counts', counter: 'app_usage_count', to: '/', icon: Smartphone },
  { title: 'Registered Users', counter: 'register_users_count', to: all(screens.users), icon: UserRoundCheck },
  // The list shows only active ones unless it is told otherwise.
  { title: 'RV Management', counter: 'rv_management_count', to: all(screens.rvManagement), icon: Caravan },
  { title: 'Dealers/Service', counter: 'rv_service_count', to: active(screens.rvDealers), icon: MapPin },
  { title: 'Check Lists', counter: 'checklist_count', to: active(screens.checklists), icon: ListChecks },
  { title: 'Maintenance', counter: 'maintenance_count', to: active(screens.maintenanceItems), icon: Wrench },
  { title: 'Owners Manual', counter: 'owners_manual_count', to: active(screens.manualPages), icon: BookOpen },
  { title: 'Slider Images', counter: 'slider_images_count', to: active(screens.sliderImages), icon: Image },
]
