import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

/** Opens a dialog as soon as its component is there, and calls `onClosed` once it has faded out and focus has gone back. */
export function useDialog(onClosed: () => void) {
  const [opened, setOpened] = useState(false)
  // Opened one frame after mounting: so it fades in, and Mantine notes which element to give the focus back to.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return { opened, close: () => setOpened(false), onClosed }
}

type DialogProps = {
  title: string
  dialog: ReturnType<typeof useDialog>
  /** What Esc, the cross and a click outside do; closing when left out. */
  onLeave?: () => void
  /** Keeps the dialog open, whatever is pressed: work is under way, or another dialog lies above. */
  held?: boolean
  /** One of the theme's sizes; 'xl' takes the whole screen of a phone. */
  size?: string
  children: ReactNode
}

/** The frame of every dialog: title, cross, focus inside while open and back where it came from afterwards. */
export function Dialog({ title, dialog, onLeave = dialog.close, held = false, size = 'md', children }: DialogProps) {
  const onPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={dialog.opened}
      onClose={() => !held && onLeave()}
      onExitTransitionEnd={() => {
        setTimeout(focusHeading, 20)
        dialog.onClosed()
      }}
      closeOnEscape={!held}
      title={title}
      size={size}
      fullScreen={onPhone && size === 'xl'}
      centered
      // The header of a dialog is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      {children}
    </Modal>
  )
}

// Where the focus came from may be gone by now, or the dialog opened by itself: then the page's heading takes it.
function focusHeading() {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}
