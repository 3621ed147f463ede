import {
  DatabaseBackup,
  KeyRound,
  KeySquare,
  ListX,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MailX,
  RotateCcwKey,
  ShieldMinus,
  ShieldOff,
  ShieldPlus,
  TriangleAlert,
  Webhook,
} from 'lucide-react'
import { type SecurityEvent, type SecurityEventKind, security } from '#contract/security.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'
import { browserName } from './browser-name.ts'
import { GrowingList } from './history/growing-list.tsx'
import { useGrowingPages } from './history/use-growing-pages.ts'

const words: Record<SecurityEventKind, { title: string; icon: LucideIcon; isWarning?: true }> = {
  sign_in: { title: 'Signed in', icon: LogIn },
  sign_in_failed: { title: 'Sign-in with a wrong password', icon: TriangleAlert, isWarning: true },
  second_factor_failed: { title: 'Sign-in with a wrong second factor', icon: TriangleAlert, isWarning: true },
  proof_failed: { title: 'Confirmation with a wrong password or passkey', icon: TriangleAlert, isWarning: true },
  key_used: { title: 'Passkey used', icon: KeyRound },
  recovery_code_used: { title: 'Recovery code used', icon: ListX },
  factor_added: { title: 'Second factor added', icon: ShieldPlus },
  factor_removed: { title: 'Second factor removed', icon: ShieldMinus },
  factor_reset: { title: 'Second factors reset', icon: ShieldOff },
  recovery_codes_made: { title: 'New recovery codes made', icon: ListX },
  password_changed: { title: 'Password changed', icon: RotateCcwKey },
  email_changed: { title: 'Email address changed', icon: Mail },
  session_ended: { title: 'Session ended', icon: LogOut },
  program_key_added: { title: 'Key for a program added', icon: KeySquare },
  program_key_ended: { title: 'Key of a program ended', icon: KeySquare },
  webhook_added: { title: 'Webhook added', icon: Webhook },
  webhook_edited: { title: 'Webhook changed', icon: Webhook },
  webhook_ended: { title: 'Webhook ended', icon: Webhook },
  webhook_secret_replaced: { title: 'Secret of a webhook replaced', icon: Webhook },
  mail_undelivered: { title: 'Mail not delivered', icon: MailX, isWarning: true },
  restored: { title: 'Restored from a backup', icon: DatabaseBackup },
}

/** What happened to the account of an administrator, the newest first. */
export function SecurityRecord({ administratorId }: { administratorId: string }) {
  const pages = useGrowingPages(security.events, { administrator_id: administratorId })
  return (
    <GrowingList pages={pages} empty="Nothing recorded yet.">
      {pages.rows.length ? [<Entries key="record" label="Security record" entries={pages.rows.map(toEntry)} />] : []}
    </GrowingList>
  )
}

function toEntry({ _id, at, kind, browser, address, by, detail }: SecurityEvent) {
  const { title, icon: Icon, isWarning } = words[kind]
  const details = [detail, by && `By ${by.name}`].filter((part) => part !== null)
  const place = [browserName(browser), address].filter(Boolean).join(', ')
  const lines = [
    formatDateTime(at),
    ...(place ? [place] : []),
    ...details.map((part) => (part.endsWith('.') ? part : `${part}.`)),
  ]
  return {
    id: _id,
    icon: <Icon size={16} aria-hidden color={isWarning && 'var(--mantine-color-error)'} />,
    title,
    lines,
  }
}
