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

/** The eight counters, in the order of the specification. */
export const widgets: Widget[] = [
  { title: 'App Login Counts', counter: 'app_usage_count', to: '/', icon: Smartphone },
  { title: 'Registered Users', counter: 'register_users_count', to: screens.users.path, icon: UserRoundCheck },
  { title: 'RV Management', counter: 'rv_management_count', to: screens.rvManagement.path, icon: Caravan },
  { title: 'Dealers/Service', counter: 'rv_service_count', to: screens.rvDealers.path, icon: MapPin },
  { title: 'Check Lists', counter: 'checklist_count', to: screens.checklists.path, icon: ListChecks },
  { title: 'Maintenance', counter: 'maintenance_count', to: screens.maintenanceItems.path, icon: Wrench },
  { title: 'Owners Manual', counter: 'owners_manual_count', to: screens.manualPages.path, icon: BookOpen },
  { title: 'Slider Images', counter: 'slider_images_count', to: screens.sliderImages.path, icon: Image },
]
