import type { ComponentProps, MouseEvent } from 'react'

/**
 * The element of every button. While its call runs (`data-loading`), it does nothing but stays focusable: a disabled
 * element loses the focus to the page.
 */
export function FocusableButton({
  type = 'button',
  disabled,
  onClick,
  'data-loading': loading,
  'aria-disabled': refusing,
  ...rest
}: ComponentProps<'button'> & { 'data-loading'?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      data-loading={loading}
      disabled={disabled && !loading}
      aria-disabled={loading || refusing}
      // Neither a click nor Enter in a field of its form acts twice.
      onClick={loading ? (event: MouseEvent) => event.preventDefault() : onClick}
    />
  )
}
