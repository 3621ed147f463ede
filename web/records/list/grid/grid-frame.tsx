import { Button, Center, Group, Paper, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import classes from './grid-frame.module.css'

type GridFrameProps = {
  label: string
  busy: boolean
  /** Dims the rows, which may be outdated. */
  stale?: boolean
  /** Covers the rows: loading, empty or error. */
  overlay: ReactNode
  /** A message between rows and footer. */
  notice?: ReactNode
  footer: ReactNode
  /** Between rows and footer, and never below the window. */
  bar?: ReactNode
  children: ReactNode
}

/** The card around a grid: as high as its rows but never higher than the window, with a progress bar while it loads. */
export function GridFrame({ label, busy, stale = false, overlay, notice, footer, bar, children }: GridFrameProps) {
  return (
    <Paper withBorder radius="md" component="section" aria-label={label} aria-busy={busy} className={classes.frame}>
      <div className={classes.progress} data-busy={busy || undefined} />
      <div className={classes.grid} data-stale={stale || undefined}>
        {children}
        {overlay && <Center className={classes.overlay ?? ''}>{overlay}</Center>}
      </div>
      {bar}
      {notice}
      {footer}
    </Paper>
  )
}

type GridMessageProps = {
  urgent?: boolean
  text: string
  /** A second, quieter sentence. */
  hint?: string | undefined
  action?: string
  onAction?: () => void
  /** What else there is to say. */
  children?: ReactNode
}

/** A message in place of the rows, with an optional button. */
export function GridMessage({ urgent = false, text, hint, action, onAction, children }: GridMessageProps) {
  return (
    <Stack align="center" gap="sm" p="md">
      <Text component="output" {...(urgent && { role: 'alert' })} ta="center">
        {text}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center" maw={460}>
          {hint}
        </Text>
      )}
      {children}
      {action && (
        <Button variant="default" size="xs" onClick={onAction}>
          {action}
        </Button>
      )}
    </Stack>
  )
}

type UnreadProps = {
  of: { data: unknown; error: Error | null; refetch: () => Promise<unknown> }
  /** What is said while it loads. */
  label?: string
  /** The placeholder while it loads. */
  children?: ReactNode
}

/** What stands in place of what is read: that it loads, or why it could not be read, with a button that tries again. */
export function Unread({ of: { data, error, refetch }, ...loading }: UnreadProps) {
  if (data) return null
  if (!error) return <Loading {...loading} />
  return <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />
}

type StaleNoticeProps = {
  at: number
  /** They are those of the page, order and filters before. */
  isBefore?: boolean
  /** Why they could not be read again; none where that is said elsewhere. */
  reason?: string
  onRetry?: () => void
}

/**
 * Says when what is shown was read, because it could not be read again. Where the reason is given elsewhere, this does
 * not warn again.
 */
export function StaleNotice({ at, isBefore = false, reason, onRetry }: StaleNoticeProps) {
  const when = formatDateTime(new Date(at).toISOString())
  const earlier = `${reason === undefined ? 'Offline: these' : 'These'} are the earlier rows, from ${when}`
  const which = isBefore ? earlier : `Showing data from ${when}`
  const warns = reason !== undefined || isBefore
  return (
    <Group
      {...(reason && { role: 'alert' })}
      gap="xs"
      px="sm"
      py={6}
      className={classes.stale ?? ''}
      {...(warns && { 'data-warns': true })}
    >
      {warns && <TriangleAlert size={16} aria-hidden />}
      <Text size="sm" flex={1} {...(!warns && { c: 'dimmed' })}>
        {reason ? `${which}. It could not be refreshed. ${reason}` : `${which}.`}
      </Text>
      {onRetry && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Group>
  )
}

/** The spinner before the first rows. */
export const GridLoading = () => <Loading />
