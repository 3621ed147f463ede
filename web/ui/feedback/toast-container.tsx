import { Notifications } from '@mantine/notifications'

/** The toasts, at the bottom right. */
export const ToastContainer = () => <Notifications position="bottom-right" containerWidth={400} />
