import { Paper, Switch, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { setLetterKeys, useLetterKeys } from '#web/ui/keys/letter-keys.ts'

const TITLE = 'Keyboard'

/** Turns off the keys of one letter or sign, which speech input and slips of the hand press unintentionally. */
export function KeysCard() {
  const noteId = useId()
  return (
    <Paper withBorder p="lg" component="section" aria-label={TITLE}>
      <Title order={2} mb="md">
        {TITLE}
      </Title>
      <Switch
        label="Single-key shortcuts"
        aria-describedby={noteId}
        checked={useLetterKeys()}
        onChange={({ currentTarget: { checked } }) => setLetterKeys(checked)}
      />
      <Text id={noteId} size="sm" c="dimmed" mt={6}>
        For example, n for New and / for the first filter. Turn them off if dictation or a slip of the hand sets them
        off. Kept in this browser.
      </Text>
    </Paper>
  )
}
