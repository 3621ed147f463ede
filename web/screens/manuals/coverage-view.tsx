import { Anchor, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { manuals } from '#contract/manuals.ts'
import { listPaths } from '#contract/paths.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { GridMessage, Unread } from '#web/records/list/grid/grid-frame.tsx'
import classes from './coverage.module.css'
import { CoverageGrid, CoverageLegend } from './coverage-grid.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { type Place, summaryOf } from './coverage-words.ts'

/** What owners have of every manual, and what is missing. */
export function CoverageView() {
  const { data, error, refetch } = useQuery(query(manuals.coverage, {}))
  const [opened, setOpened] = useState<Place>()
  useChanges(() => void refetch())
  const coverage = data?.data
  if (!coverage)
    return (
      <Paper withBorder radius="md" p="xl" className={classes.state ?? ''}>
        <Unread of={{ data, error, refetch }} />
      </Paper>
    )
  if (!coverage.years.length || !coverage.rv_types.length)
    return (
      <Paper withBorder radius="md" p="xl" className={classes.state ?? ''}>
        <GridMessage text="There is nothing to cover yet." hint="A manual is for one RV type and one year.">
          <Group gap="md">
            <Anchor component={Link} to={listPaths.rv_types} size="sm">
              RV Types
            </Anchor>
            <Anchor component={Link} to={listPaths.years} size="sm">
              Years
            </Anchor>
          </Group>
        </GridMessage>
      </Paper>
    )
  return (
    <>
      <Text component="output" display="block" size="sm" mb={6}>
        {summaryOf(coverage)}
      </Text>
      <CoverageLegend />
      <CoverageGrid coverage={coverage} onOpen={setOpened} />
      {opened && <CoveragePanel place={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
