import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** The error alert on top of a form. Renders nothing without a message. */
export function FormAlert({ message, children }: { message: string | null; children?: ReactNode }) {
  if (!message) return null
  return (
    <Alert role="alert" color="red" icon={<CircleAlert aria-hidden />} title={message} mb="md">
      {children}
    </Alert>
  )
}
