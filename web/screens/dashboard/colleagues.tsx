import { Anchor, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { changes } from '#contract/changes.ts'
import { query } from '#web/api/query.ts'
import { useMe } from '#web/api/use-me.ts'
import { screens } from '#web/navigation/screens.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatAgo, formatDateTime } from '#web/ui/format.ts'
import classes from './colleagues.module.css'

const READ = 50
const SHOWN = 6

/** What other administrators did last, newest first. */
export function Colleagues() {
  const me = useMe()
  const { data, error } = useQuery(query(changes.list, { per_page: READ }))
  const theirs = data?.data.filter(({ by }) => by.kind === 'admin' && by._id !== me?._id).slice(0, SHOWN)
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="colleagues">
      <div className={classes.head}>
        <Title order={2} size="h4" id="colleagues">
          What colleagues did
        </Title>
        <Anchor component={Link} to={screens.recentChanges.path} size="sm">
          All changes
        </Anchor>
      </div>
      {theirs?.length ? (
        <ul className={classes.changes}>
          {theirs.map((change) => (
            <li key={change._id}>
              <Text size="sm">
                {change.parts.map(({ text, link }, place) =>
                  link ? (
                    // The parts of a sentence keep their places.
                    <Anchor key={`part ${place}`} component={Link} to={link} inherit>
                      {text}
                    </Anchor>
                  ) : (
                    <span key={`part ${place}`}>{text}</span>
                  ),
                )}
              </Text>
              <Text size="xs" c="dimmed" title={formatDateTime(change.at)}>
                {formatAgo(change.at)}
              </Text>
            </li>
          ))}
        </ul>
      ) : error ? (
        <Text size="sm" c="dimmed" mt="sm">
          {error.message}
        </Text>
      ) : theirs ? (
        <Text size="sm" c="dimmed" mt="sm">
          {data && data.total > READ ? `Nothing in the last ${READ} changes.` : 'Nothing yet.'}
        </Text>
      ) : (
        <Loading />
      )}
    </Paper>
  )
}
