import { themeQuartz } from 'ag-grid-community'

/** The grid theme, made of Mantine's CSS variables, so that it follows the colour scheme. */
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
