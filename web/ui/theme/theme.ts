import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import { FocusableButton } from './focusable-button.tsx'

// The system's own: nothing is loaded, and nothing shifts.
const FONTS = '"Segoe UI Variable Text", "Segoe UI", system-ui, -apple-system, Roboto, "Noto Sans", sans-serif'

/** The Mantine theme: pine green on warm grey, green-black in the dark scheme, amber as accent. */
export const theme = createTheme({
  fontFamily: FONTS,
  headings: {
    fontFamily: FONTS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.45' },
    },
  },
  black: '#1c2321',
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  colors: {
    pine: [
      '#eef6f3',
      '#d9ebe5',
      '#b5d7cb',
      '#8dc1af',
      '#66aa94',
      '#46937b',
      '#2f7d66',
      '#226a56',
      '#1a5646',
      '#134236',
    ],
    amber: [
      '#fff8e8',
      '#fdeecb',
      '#fbdd98',
      '#f7c95f',
      '#f2b63a',
      '#dd9a1a',
      '#b97a0c',
      '#8f5c06',
      '#6f4706',
      '#543605',
    ],
    red: ['#fdf2f1', '#fbe1df', '#f6c4c0', '#f09d97', '#ee857d', '#dd5a50', '#cb3e34', '#b3312a', '#952720', '#771f19'],
    gray: [
      '#f7f8f6',
      '#f0f1ee',
      '#e5e7e3',
      '#d8dbd6',
      '#c6cac4',
      '#a3a9a2',
      '#6b736d',
      '#4b524d',
      '#353b37',
      '#232825',
    ],
    dark: [
      '#dfe6e3',
      '#c3cdc9',
      '#9fada8',
      '#82918c',
      '#3b4743',
      '#2b3532',
      '#222b28',
      '#1a211f',
      '#141a18',
      '#0d1211',
    ],
  },
  components: {
    Button: { defaultProps: { component: FocusableButton }, styles: { label: { fontWeight: 600 } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    // Mantine renders a <header>, which assistive technology would take for a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    // What the focus would wait on is no item of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Paper: { defaultProps: { radius: 'lg' } },
  },
})

/** Remembers the choice of light or dark; web/public/first.js reads the same key before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'color-scheme' })
