import { notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { createElement } from 'react'

const SHOWN_MS = 3000

/** Shows a success message at the bottom right for three seconds. */
export function toastSuccess(message: string) {
  notifications.show({
    message,
    color: 'pine',
    icon: createElement(CircleCheck, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: SHOWN_MS,
  })
}

/**
 * Shows a warning, such as a missing selection. The same message is not shown twice at a time. One that `stays` takes
 * longer to read than toasts are shown, and has to be dismissed.
 */
export function toastWarning(message: string, { stays = false } = {}) {
  notifications.show({
    id: `warning: ${message}`,
    message,
    color: 'amber',
    icon: createElement(TriangleAlert, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: stays ? false : SHOWN_MS,
  })
}

/** Shows an error message. The same message is not shown twice at a time. */
export function toastError(message: string) {
  notifications.show({
    id: `error: ${message}`,
    message,
    color: 'red',
    icon: createElement(CircleAlert, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: SHOWN_MS,
  })
}
