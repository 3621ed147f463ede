import { Menu, type MenuProps } from '@mantine/core'
import { useUncontrolled } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'

type MenuButtonProps = Omit<ComponentProps<'button'>, 'type' | 'id' | 'onClick'> & {
  /** The entries, rendered while the menu is open. */
  menu: ReactNode
  position?: MenuProps['position']
  /** What has the focus once the menu is closed, instead of the button. */
  returnTo?: RefObject<HTMLElement | null>
  /** Whether it is open, if something else opens it too. */
  opened?: boolean
  onOpenedChange?: (opened: boolean) => void
  /** False where the menu belongs to a layer that closes by a click outside. */
  withinPortal?: boolean
}

/**
 * A plain button that opens a menu. A list has one in every row and filter, so nothing of the menu is rendered before
 * it opens. The focus comes back to the button, also before an entry opens a dialog.
 */
export function MenuButton({
  menu,
  position = 'bottom-end',
  returnTo,
  opened: value,
  onOpenedChange,
  withinPortal = true,
  ...button
}: MenuButtonProps) {
  const [opened, setOpened] = useUncontrolled({
    ...(value !== undefined && { value }),
    defaultValue: false,
    ...(onOpenedChange && { onChange: onOpenedChange }),
  })
  const own = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    const returned = (returnTo ?? own).current
    returned?.focus()
    setOpened(false)
  }
  return (
    <>
      <button
        {...button}
        ref={own}
        type="button"
        id={id}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={() => (opened ? close() : setOpened(true))}
      />
      {opened && (
        <Menu
          id={id}
          opened
          onClose={close}
          position={position}
          returnFocus={false}
          withinPortal={withinPortal}
          transitionProps={{ duration: 0 }}
        >
          <Menu.Target refProp="place">
            <Placed at={own} />
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

type PlacedProps = { at: RefObject<HTMLElement | null>; place?: (element: HTMLElement | null) => void }

/** Puts a menu at an element that exists already. */
function Placed({ at, place }: PlacedProps) {
  useLayoutEffect(() => {
    place?.(at.current)
    return () => place?.(null)
  }, [at, place])
  return null
}
