import { Badge, Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { useReport } from './parts.ts'
import classes from './record-page.module.css'

type PartProps = {
  title: string
  /** How many there are, once that is known. */
  count?: number | undefined
  /** Whether it is being read. */
  isLoading?: boolean
  error?: Error | null | undefined
  onRetry?: () => void
  /** What there is none of: instead of the part, the page says so in one line with the others. */
  none?: string | undefined
  children?: ReactNode
}

/** A part of the page of a record: what it is, how many there are, and the state of what is read for it. */
export function Part({ title, count, isLoading = false, error, onRetry, none, children }: PartProps) {
  useReport(isLoading && !error, none)
  if (none) return null
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={title} className={classes.part ?? ''}>
      <Group gap="xs" mb="xs">
        <Title order={2} fz="md">
          {title}
        </Title>
        {count !== undefined && (
          <Badge variant="default" tt="none" fw={500}>
            {formatNumber(count)}
          </Badge>
        )}
      </Group>
      {error ? (
        <GridMessage urgent text={error.message} {...(onRetry && { action: 'Retry', onAction: onRetry })} />
      ) : (
        isLoading && <Loading size="sm" />
      )}
      {children}
    </Paper>
  )
}
