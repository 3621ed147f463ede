import { Anchor, Badge, Button, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion, ImageOff, Unlink } from 'lucide-react'
import { Link } from 'react-router'
import { manuals, type PageProblem } from '#contract/manuals.ts'
import { recordPathOf } from '#contract/paths.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'
import { GridMessage, Unread } from '#web/records/list/grid/grid-frame.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'
import classes from './coverage.module.css'

const looks = {
  empty: { icon: FileQuestion, word: 'No text' },
  picture: { icon: ImageOff, word: 'Picture missing' },
  link: { icon: Unlink, word: 'Link leads nowhere' },
} satisfies Record<PageProblem['problem'], unknown>

/** The pages in which something is wrong, each with the way to its form. */
export function ProblemsView() {
  const { data, error, refetch } = useQuery(query(manuals.problems, {}))
  useChanges(() => void refetch())
  if (!data)
    return (
      <Paper withBorder radius="md" p="xl" className={classes.state ?? ''}>
        <Unread of={{ data, error, refetch }} label="Looking through all pages" />
      </Paper>
    )
  const { data: problems, total } = data
  if (!total)
    return (
      <Paper withBorder radius="md" p="xl" className={classes.state ?? ''}>
        <GridMessage
          text="Nothing is wrong with the pages."
          hint="Every page has something to read, every picture is there, and every link leads somewhere."
        />
      </Paper>
    )
  return (
    <Paper withBorder radius="md" p="md">
      <Text component="output" display="block" size="sm" mb="sm">
        {problems.length < total
          ? `${formatCount(total, 'problem')}; the first ${formatNumber(problems.length)} are shown.`
          : formatCount(total, 'problem')}
      </Text>
      <Entries
        label="Problems of pages"
        entries={problems.map(({ manual_page_id, title, problem, detail }, place) => {
          const { icon: Icon, word } = looks[problem]
          const path = recordPathOf('manual_pages', manual_page_id)
          return {
            id: `${manual_page_id} ${place}`,
            icon: <Icon size={16} aria-hidden />,
            title: (
              <Anchor component={Link} to={path} inherit c="inherit">
                {title}
              </Anchor>
            ),
            badge: (
              <Badge variant="default" tt="none" fw={500}>
                {word}
              </Badge>
            ),
            lines: [detail],
            action: (
              <Button
                component={Link}
                to={`${path}?edit=${manual_page_id}`}
                variant="default"
                size="compact-sm"
                aria-label={`Edit ${title}`}
              >
                Edit
              </Button>
            ),
          }
        })}
      />
    </Paper>
  )
}
