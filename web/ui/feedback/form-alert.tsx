import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type FormAlertProps = { message: string | null; children?: ReactNode }

/**
 * The error alert on top of a form, which comes into view, however far down one was, and takes a focus that was lost. Renders nothing
 * without a message.
 */
export const FormAlert = ({ message, children }: FormAlertProps) =>
  message && <ShownAlert message={message}>{children}</ShownAlert>

function ShownAlert({ message, children }: FormAlertProps) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed could not keep the focus while it was busy.
    if (document.activeElement === document.body) alert.current?.focus({ preventScroll: true })
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
