import { notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { createElement } from 'react'

const SHOWN_FOR = 3000

/** Says that something worked: bottom right, for three seconds, announced when the reader pauses. */
export function toastSuccess(message: string) {
  notifications.show({
    message,
    color: 'pine',
    icon: createElement(CircleCheck, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: SHOWN_FOR,
  })
}

/** Says that something is missing before it can go on, in the same place and way. */
export function toastWarning(message: string) {
  notifications.show({
    id: `warning: ${message}`,
    message,
    color: 'amber',
    icon: createElement(TriangleAlert, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: SHOWN_FOR,
  })
}

/** Says that something did not work, in the same place and way. A sentence that is still to be seen is not said twice. */
export function toastError(message: string) {
  notifications.show({
    id: `error: ${message}`,
    message,
    color: 'red',
    icon: createElement(CircleAlert, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: SHOWN_FOR,
  })
}
