import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'

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

export type DialogFrame = 'modal' | 'drawer'

type DialogProps = {
  title: string
  dialog: ReturnType<typeof useDialog>
  /** What Esc, the cross and a click outside do; closing when left out. */
  onLeave?: () => void
  /** Keeps the dialog open, whatever is pressed: work is under way, or another dialog lies above. */
  held?: boolean
  /** One of the theme's sizes, for a modal; 'xl' takes the whole screen of a phone. */
  size?: string
  /** A drawer comes from the right and takes four fifths of the window, all of it on a phone. */
  frame?: DialogFrame
  children: ReactNode
}

/** The frame of every dialog: title, cross, focus inside while open and back where it came from afterwards. */
export function Dialog({
  title,
  dialog,
  onLeave = dialog.close,
  held = false,
  size = 'md',
  frame = 'modal',
  children,
}: DialogProps) {
  const onPhone = useNarrowerThan('sm')
  const shared = {
    opened: dialog.opened,
    onClose: () => !held && onLeave(),
    onExitTransitionEnd: () => {
      setTimeout(focusHeading, 20)
      dialog.onClosed()
    },
    closeOnEscape: !held,
    title,
    // The header of a dialog is no banner of the page.
    attributes: { header: { role: 'presentation' } },
    closeButtonProps: { 'aria-label': 'Close' },
    styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', overflowWrap: 'anywhere' } },
  } as const
  if (frame === 'drawer') {
    return (
      <Drawer {...shared} position="right" size={onPhone ? '100%' : '80%'}>
        {children}
      </Drawer>
    )
  }
  return (
    <Modal {...shared} size={size} fullScreen={onPhone && size === 'xl'} centered>
      {children}
    </Modal>
  )
}

// Where the focus came from may be gone by now, or the dialog opened by itself: then the page's heading takes it.
function focusHeading() {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}
