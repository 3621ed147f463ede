import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { recordPathOf } from '#contract/paths.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatCount } from '#web/ui/format.ts'
import { heldBackWords } from './held-back.ts'
import type { useMeant } from './use-meant.ts'

/** Who is meant in a sentence, how many that are, who is held back, and some of the names. */
export function Meant({ meant, ready, isEmpty, isCounting, error, recount }: ReturnType<typeof useMeant>) {
  if (!ready)
    return (
      <Text size="sm">
        {isEmpty
          ? 'No one yet. Please add a condition.'
          : 'Please finish each condition. Then the owners who meet them are counted.'}
      </Text>
    )
  if (error)
    return (
      <Group role="alert" gap="xs">
        <Text size="sm" c="var(--mantine-color-error)">
          {error.message}
        </Text>
        <Button variant="default" size="compact-sm" onClick={() => void recount()}>
          Retry
        </Button>
      </Group>
    )
  if (!meant) return <Loading size="sm" label="Counting" />
  return (
    <Stack gap={4} opacity={isCounting ? 0.6 : 1} aria-busy={isCounting}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {`${meant.words}.`}
      </Text>
      <Text component="output" size="sm" fw={600}>
        {meant.count ? formatCount(meant.count, 'owner') : 'Nobody meets these conditions now.'}
      </Text>
      {heldBackWords(meant.held_back).map((words) => (
        <Text key={words} size="sm">
          {words}
        </Text>
      ))}
      {meant.sample.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {meant.count > meant.sample.length ? 'Some of them: ' : 'They are: '}
          {meant.sample.map(({ _id, name, email }, place) => (
            <span key={_id}>
              {place > 0 && ', '}
              <Text component={Link} to={recordPathOf('users', _id)} inherit td="underline" c="inherit">
                {name.trim() || email}
              </Text>
            </span>
          ))}
        </Text>
      )}
    </Stack>
  )
}
