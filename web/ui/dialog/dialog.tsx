import { Drawer, Modal } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import classes from './dialog.module.css'
import { useOpenDialog } from './open-dialogs.ts'

/** Called when a dialog has faded out and the focus is restored; `begins`, if given, when it begins to close. */
export type OnClosed = (() => void) & { begins?: () => void }

/** The open state of a dialog that opens on mount. */
export function useDialog(onClosed: OnClosed) {
  const [opened, setOpened] = useState(false)
  // Opened one frame after mount, so that it fades in.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  const close = () => {
    setOpened(false)
    onClosed.begins?.()
  }
  return { opened, close, onClosed }
}

export type DialogFrame = 'modal' | 'drawer' | 'sheet' | 'panel'

const drawerSizes = { drawer: '80%', sheet: 'min(80%, 60rem)', panel: 460 }

type DialogProps = {
  title: string
  dialog: ReturnType<typeof useDialog>
  /** Called on Esc, the close button or a click outside; closes the dialog by default. */
  onCloseRequest?: () => void
  /** Ignores Esc, the close button and clicks outside: a call is running, or another dialog is on top. */
  locked?: boolean
  /** Without it there is no close button: the dialog stays until something is done. */
  closable?: boolean
  /** A size of the theme, or pixels, for a modal; 'xl' is full screen on phones. */
  size?: string | number
  /**
   * A drawer slides in from the right and covers 80% of the window, a sheet or a panel less; on phones each covers all.
   */
  frame?: DialogFrame
  /** A modal as high as the window allows, or one that covers it, for a form with a field that fills it. */
  fills?: 'height' | 'window' | undefined
  children: ReactNode
}

/** The base of every dialog: a modal or drawer with title, close button, focus trap and restored focus. */
export function Dialog({
  title,
  dialog,
  onCloseRequest = dialog.close,
  locked = false,
  closable = true,
  size = 'md',
  frame = 'modal',
  fills,
  children,
}: DialogProps) {
  const onPhone = useNarrowerThan('sm')
  const id = useId()
  const giveFocusBack = useFocusBack(dialog.opened, id)
  const isOnTop = useOpenDialog(dialog.opened)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  // One that is gone before it has faded out was closed by something else.
  useEffect(() => () => clearTimeout(closing.current), [])
  const selectOnTab = useSelectOnTab()
  const shared = {
    ...selectOnTab,
    opened: dialog.opened,
    withCloseButton: closable,
    onClose: () => !locked && isOnTop() && onCloseRequest(),
    onExitTransitionEnd: () => {
      // Without transitions, this comes while the effects of closing still run.
      closing.current = setTimeout(() => {
        giveFocusBack()
        dialog.onClosed()
      })
    },
    // Mantine does it 10 ms later, when the dialog may be gone already.
    returnFocus: false,
    closeOnEscape: !locked,
    title,
    // Otherwise the <header> of the dialog counts as a banner of the page.
    attributes: { header: { role: 'presentation' }, content: { 'data-dialog': id } },
    closeButtonProps: { 'aria-label': 'Close' },
    styles: {
      header: { alignItems: 'flex-start' },
      title: {
        fontWeight: 600,
        fontSize: 'var(--mantine-font-size-lg)',
        lineHeight: 1.4,
        paddingTop: 2,
        overflowWrap: 'anywhere',
      },
    },
  } as const
  if (frame !== 'modal') {
    return (
      <Drawer
        {...shared}
        position="right"
        size={onPhone ? '100%' : drawerSizes[frame]}
        classNames={{ content: classes.content }}
      >
        {children}
      </Drawer>
    )
  }
  return (
    <Modal
      {...shared}
      size={size}
      fullScreen={fills === 'window' || (onPhone && size === 'xl')}
      centered
      classNames={{ content: `${classes.content} ${fills ? classes.fills : ''}`, body: classes.body ?? '' }}
    >
      {children}
    </Modal>
  )
}

/**
 * Gives the focus back to what had it before the dialog opened: when it begins to close, and when it is gone while it
 * was open, as when Back leaves its address. The returned function does so for a dialog that has closed.
 */
function useFocusBack(opened: boolean, id: string) {
  const opener = useRef<Element | null>(null)
  const isOpen = useRef(false)
  useEffect(() => {
    if (opened) opener.current = document.activeElement
    else if (isOpen.current) giveBack(opener.current, id)
    isOpen.current = opened
  }, [opened, id])
  useEffect(
    () => () => {
      if (isOpen.current) setTimeout(restore, 0, opener.current, id)
    },
    [id],
  )
  return () => restore(opener.current, id)
}

/** Focuses what opened a dialog, if the focus is still in that dialog or nowhere. */
function giveBack(opener: Element | null, id: string) {
  const { activeElement } = document
  const isLost = activeElement === document.body || activeElement?.closest(`[data-dialog="${id}"]`)
  if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
}

function restore(opener: Element | null, id: string) {
  giveBack(opener, id)
  restoreLostFocus()
}

/**
 * What takes the focus when the element that opened a dialog is gone: each returns whether it did. The heading of the
 * page is the last resort.
 */
export const focusFallbacks = new Set<() => boolean>()

/** Gives the focus to a fallback, if the element that had it is gone. */
export function restoreLostFocus() {
  if (document.activeElement !== document.body) return
  for (const takeFocus of focusFallbacks) if (takeFocus()) return
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/**
 * Selects the text of a field that Tab leads to, as browsers do where no focus trap moves the focus: what is typed then
 * replaces it. Returns the handlers of the element around the fields.
 */
function useSelectOnTab() {
  const isByTab = useRef(false)
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      isByTab.current = event.key === 'Tab'
    },
    onFocusCapture({ target }: FocusEvent) {
      if (isByTab.current && target instanceof HTMLInputElement) target.select()
      isByTab.current = false
    },
  }
}
