import { DEFAULT_THEME } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

/**
 * The widths at which the layout changes: those of Mantine's own props, such as `hiddenFrom="sm"`. Below `sm` it is a
 * phone's. CSS files write the same widths as `(width < 48em)` or `(width >= 48em)`; theme.test.ts checks it.
 */
export const { breakpoints } = DEFAULT_THEME

/** Whether the window is narrower than a breakpoint. */
export const useNarrowerThan = (breakpoint: keyof typeof breakpoints) =>
  useMediaQuery(`(width < ${breakpoints[breakpoint]})`, false, { getInitialValueInEffect: false })
