import { notifications, notificationsStore } from '@mantine/notifications'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { createElement, type ReactNode } from 'react'

const SHOWN_MS = 3000

/**
 * Shows a success message at the bottom right for three seconds, which wait while the pointer or the focus is on it.
 * With an `id` it is shown once, and can be held and closed.
 */
export function toastSuccess(message: ReactNode, id?: string) {
  notifications.show({
    ...(id && { id }),
    message,
    color: 'pine',
    icon: createElement(CircleCheck, { size: 20, 'aria-hidden': true }),
    role: 'status',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: SHOWN_MS,
  })
}

/** Keeps a toast until it is closed, because what it offers is under way. */
export const holdToast = (id: string) =>
  notifications.updateState(notificationsStore, (shown) =>
    shown.map((toast) => (toast.id === id ? { ...toast, autoClose: false } : toast)),
  )

/** Removes a toast before its time is up. */
export const closeToast = (id: string) => void notifications.hide(id)

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
