import { themeQuartz } from 'ag-grid-community'

/** The grid in Mantine's colours: they are variables, so the theme follows light and dark by itself. */
export const gridTheme = themeQuartz.withParams({
  fontFamily: 'inherit',
  fontSize: 14,
  backgroundColor: 'var(--mantine-color-body)',
  foregroundColor: 'var(--mantine-color-text)',
  headerBackgroundColor: 'var(--mantine-color-default-hover)',
  headerTextColor: 'var(--mantine-color-text)',
  headerFontWeight: 600,
  rowHoverColor: 'var(--mantine-color-default-hover)',
  borderColor: 'var(--mantine-color-default-border)',
  accentColor: 'var(--focus-color)',
  focusShadow: { spread: 2, color: 'var(--focus-color)' },
  browserColorScheme: 'inherit',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  cellHorizontalPadding: 12,
})
