import { Box, Button, Center, Loader, Paper, Stack, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './grid-frame.module.css'
import { FILTER_ROW_HEIGHT, HEADER_HEIGHT } from './grid-measures.ts'

type GridFrameProps = {
  label: string
  rows: number
  rowHeight: number
  /** The least width that shows all columns: below it the grid scrolls sideways. */
  leastWidth: number
  busy: boolean
  /** Lies over the rows: loading, an error, or that there are none. */
  cover: ReactNode
  footer: ReactNode
  children: ReactNode
}

const LEAST_ROWS_HEIGHT = 200
const SCROLLBAR = 16
const HEADER_BORDER = 1

/** The card around a grid: as high as its rows, but never higher than the window, with a bar that moves while calls run. */
export function GridFrame({ label, rows, rowHeight, leastWidth, busy, cover, footer, children }: GridFrameProps) {
  const { ref, width } = useElementSize()
  const scrollbar = width < leastWidth ? SCROLLBAR : 0
  const height =
    HEADER_HEIGHT + FILTER_ROW_HEIGHT + Math.max(rows * rowHeight, LEAST_ROWS_HEIGHT) + HEADER_BORDER + scrollbar
  return (
    <Paper withBorder radius="md" component="section" aria-label={label} aria-busy={busy} className={classes.frame}>
      <div className={classes.progress} data-busy={busy || undefined} />
      <Box ref={ref} className={classes.grid} style={{ height }}>
        {children}
        {cover && (
          // The scrollbar stays free: the way to the other filters.
          <Center className={classes.cover} style={{ bottom: scrollbar }}>
            {cover}
          </Center>
        )}
      </Box>
      {footer}
    </Paper>
  )
}

type GridMessageProps = { urgent?: boolean; text: string; action?: string; onAction?: () => void }

/** A sentence in the place of the rows, with at most one way on. */
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

/** Shown until the first rows are there. */
export const GridLoading = () => <Loader aria-label="Loading" />
