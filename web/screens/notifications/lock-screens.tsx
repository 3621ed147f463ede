import { Bell } from 'lucide-react'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import classes from './lock-screens.module.css'

/** The approximate number of characters after which a lock screen truncates the text. */
export const phones = [
  { name: 'iPhone', title: 40, body: 110 },
  { name: 'Android', title: 50, body: 240 },
] as const

const APP = 'RV Owner'

type LockScreensProps = { title: string; body: string }

/** A preview of the message on lock screens; on phones, where it would fill the screen, it is opened first. */
export function LockScreens(message: LockScreensProps) {
  const onPhone = useNarrowerThan('sm')
  if (!onPhone) return <Previews {...message} />
  return (
    <details className={classes.folded}>
      <summary>How it looks on phones</summary>
      <Previews {...message} />
    </details>
  )
}

function Previews({ title, body }: LockScreensProps) {
  return (
    <div className={classes.phones}>
      {phones.map((phone) => (
        <figure key={phone.name} className={classes.phone} data-phone={phone.name} aria-label={`On an ${phone.name}`}>
          <figcaption className={classes.caption}>{phone.name}</figcaption>
          <div className={classes.note}>
            <span className={classes.icon}>
              <Bell size={14} aria-hidden />
            </span>
            <div className={classes.words}>
              <div className={classes.app}>{APP} · now</div>
              <div className={classes.title}>{cut(title, phone.title) || 'Title'}</div>
              <div className={classes.body}>{cut(body, phone.body) || 'Message'}</div>
            </div>
          </div>
        </figure>
      ))}
    </div>
  )
}

function cut(text: string, after: number) {
  const shown = text.trim()
  return shown.length > after ? `${shown.slice(0, after).trimEnd()}…` : shown
}
