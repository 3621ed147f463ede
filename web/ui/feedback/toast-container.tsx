import { Notifications } from '@mantine/notifications'

/** The toasts, at the bottom right, within what speaks them. */
export const ToastContainer = () => <Notifications position="bottom-right" containerWidth={400} withinPortal={false} />
