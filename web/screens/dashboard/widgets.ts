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

export type Widget = { title: string; counter: keyof Counters; to: string; icon: LucideIcon }

/** The eight counters, in the order that people know. */
export const widgets: Widget[] = [
  { title: 'App Login Counts', counter: 'app_usage_count', to: '/', icon: Smartphone },
  { title: 'Registered Users', counter: 'register_users_count', to: '/users', icon: UserRoundCheck },
  { title: 'RV Management', counter: 'rv_management_count', to: '/rv-management', icon: Caravan },
  { title: 'Dealers/Service', counter: 'rv_service_count', to: '/rv-dealers', icon: MapPin },
  { title: 'Check Lists', counter: 'checklist_count', to: '/checklists-management', icon: ListChecks },
  { title: 'Maintenance', counter: 'maintenance_count', to: '/maintenance-item-management', icon: Wrench },
  { title: 'Owners Manual', counter: 'owners_manual_count', to: '/manual-pages', icon: BookOpen },
  { title: 'Slider Images', counter: 'slider_images_count', to: '/slider-images', icon: Image },
]
