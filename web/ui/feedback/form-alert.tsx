import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type FormAlertProps = { message: string | null; children?: ReactNode }

/**
 * The error alert on top of a form, which comes into view, however far down one was, and takes the focus from the button
 * that was pressed. Renders nothing without a message.
 */
export const FormAlert = ({ message, children }: FormAlertProps) =>
  message && <ShownAlert message={message}>{children}</ShownAlert>

function ShownAlert({ message, children }: FormAlertProps) {
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
      role="alert"
      color="red"
      icon={<CircleAlert aria-hidden />}
      title={message}
      mb="md"
    >
      {children}
    </Alert>
  )
}
