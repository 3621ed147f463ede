import { Box, Button, Center, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './grid-frame.module.css'
import { FILTER_ROW_HEIGHT, HEADER_HEIGHT } from './grid-measures.ts'

type GridFrameProps = {
  label: string
  rows: number
  rowHeight: number
  /** The width of all columns in pixels: in a narrower window the grid scrolls horizontally. */
  minWidth: number
  busy: boolean
  /** Covers the rows: loading, empty or error. */
  overlay: ReactNode
  /** A message between rows and footer. */
  notice?: ReactNode
  footer: ReactNode
  children: ReactNode
}

const MIN_ROWS_HEIGHT = 200
const SCROLLBAR = 16
const HEADER_BORDER = 1

/** The card around a grid: as high as its rows but never higher than the window, with a progress bar while it loads. */
export function GridFrame({
  label,
  rows,
  rowHeight,
  minWidth,
  busy,
  overlay,
  notice,
  footer,
  children,
}: GridFrameProps) {
  const { ref, width } = useElementSize()
  const scrollbar = width < minWidth ? SCROLLBAR : 0
  const height =
    HEADER_HEIGHT + FILTER_ROW_HEIGHT + Math.max(rows * rowHeight, MIN_ROWS_HEIGHT) + HEADER_BORDER + scrollbar
  return (
    <Paper withBorder radius="md" component="section" aria-label={label} aria-busy={busy} className={classes.frame}>
      <div className={classes.progress} data-busy={busy || undefined} />
      <Box ref={ref} className={classes.grid} style={{ height }}>
        {children}
        {overlay && (
          // The scrollbar stays usable, to reach the filters of other columns.
          <Center className={classes.overlay} style={{ bottom: scrollbar }}>
            {overlay}
          </Center>
        )}
      </Box>
      {notice}
      {footer}
    </Paper>
  )
}

type GridMessageProps = { urgent?: boolean; text: string; action?: string; onAction?: () => void }

/** A message in place of the rows, with an optional button. */
export function GridMessage({ urgent = false, text, action, onAction }: GridMessageProps) {
  return (
    <Stack align="center" gap="sm" p="md">
      <Text component="output" {...(urgent && { role: 'alert' })} ta="center">
        {text}
      </Text>
      {action && (
        <Button variant="default" size="xs" onClick={onAction}>
          {action}
        </Button>
      )}
    </Stack>
  )
}

/** Says that the rows may be old, because they could not be read again. */
export function StaleNotice({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Group role="alert" gap="xs" px="sm" py={6} className={classes.stale ?? ''}>
      <TriangleAlert size={16} aria-hidden />
      <Text size="sm" flex={1}>
        These rows may be old: they could not be read again. {reason}
      </Text>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        Retry
      </Button>
    </Group>
  )
}

/** The spinner before the first rows. */
export const GridLoading = () => <Loader aria-label="Loading" />
