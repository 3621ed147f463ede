import { Alert } from '@mantine/core'
import { CircleAlert, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** An error, or what only has to be known. */
export type FormMessage = string | { notice: string }
type FormAlertProps = { message: FormMessage | null; children?: ReactNode }

/**
 * The alert on top of a form, which comes into view however far down one has scrolled, and takes the focus from the
 * button that was pressed: red for an error, quieter for a notice. Renders nothing without a message.
 */
export const FormAlert = ({ message, children }: FormAlertProps) => {
  if (!message) return null
  const isNotice = typeof message !== 'string'
  return (
    <ShownAlert key={String(isNotice)} isNotice={isNotice} message={isNotice ? message.notice : message}>
      {children}
    </ShownAlert>
  )
}

type ShownAlertProps = { message: string; isNotice: boolean; children: ReactNode }

function ShownAlert({ message, isNotice, children }: ShownAlertProps) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // At the edge, the sticky header of a dialog would cover it.
    alert.current?.scrollIntoView({ block: 'center' })
    // The button that was pressed may be out of view by now.
    const focused = document.activeElement
    if (focused === document.body || focused?.matches('button')) alert.current?.focus({ preventScroll: true })
  }, [message])
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      role={isNotice ? 'status' : 'alert'}
      color={isNotice ? 'pine' : 'red'}
      icon={isNotice ? <Info aria-hidden /> : <CircleAlert aria-hidden />}
      title={message}
      mb="md"
    >
      {children}
    </Alert>
  )
}
