import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { createElement, type FocusEvent, type ReactNode } from 'react'

const SHOWN_MS = 3000

/**
 * Shows a success message at the bottom right for three seconds. With an `id` it is shown once, and can be held and
 * closed.
 */
export const toastSuccess = (message: ReactNode, id?: string) =>
  show({ ...(id && { id }), message, color: 'pine', icon: iconOf(CircleCheck) })

/**
 * Shows a warning, such as a missing selection. The same message is not shown twice at a time. One that `stays` takes
 * longer to read than toasts are shown, and has to be dismissed.
 */
export const toastWarning = (message: string, { stays = false } = {}) =>
  show({ id: `warning: ${message}`, message, color: 'amber', icon: iconOf(TriangleAlert) }, stays)

/** Shows an error message. The same message is not shown twice at a time. */
export const toastError = (message: string) =>
  show({ id: `error: ${message}`, message, color: 'red', icon: iconOf(CircleAlert) })

/** Keeps a toast until it is closed, because what it offers is under way. */
export const holdToast = (id: string) => change(id, { autoClose: false, onBlurCapture: undefined })

/** Removes a toast before its time is up. */
export const closeToast = (id: string) => void notifications.hide(id)

/** Removes all toasts, which are about what somebody has done. */
export const closeAllToasts = () => notifications.clean()

const iconOf = (icon: typeof CircleCheck) => createElement(icon, { size: 20, 'aria-hidden': true })

/**
 * Shows a toast for three seconds, which wait while the pointer or the focus is on it, or until it is dismissed. The
 * focus goes back from a toast that closes to where it came from.
 */
function show(toast: NotificationData, stays = false) {
  let cameFrom: EventTarget | null = null
  const isWithin = ({ currentTarget, relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  const id = notifications.show({
    // Spoken by what it appears in.
    role: 'group',
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: stays ? false : SHOWN_MS,
    onFocusCapture(event) {
      if (isWithin(event)) return
      cameFrom = event.relatedTarget
      if (!stays) change(id, { autoClose: false })
    },
    onBlurCapture(event) {
      if (isWithin(event)) return
      cameFrom = null
      if (!stays) change(id, { autoClose: SHOWN_MS })
    },
    onClose() {
      const target = cameFrom
      if (target instanceof HTMLElement) queueMicrotask(() => target.focus())
    },
    ...toast,
  })
}

function change(id: string, changes: Partial<NotificationData>) {
  notifications.updateState(notificationsStore, (shown) =>
    shown.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)),
  )
}
