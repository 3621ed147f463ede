import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Key, keys, programTypes } from '#contract/keys.ts'
import { query } from '#web/api/query.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { helpOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { nounsOf } from '#web/records/shared/record-words.ts'
import { endKey } from '#web/shared-acts/end-program.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { KeyDialog } from './key-dialog.tsx'

const { send, ...words } = endKey

/** The keys of programs: adds them, and ends them. */
export function KeysScreen() {
  const { data, error, refetch } = useQuery(query(keys.list, {}))
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Key>()
  const rows = data?.data
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      New key
    </Button>
  )
  return (
    <Page title={screens.keys.title} help={helpOf(screens.keys)} parent={programsAndSafety} actions={add}>
      <Card
        title="Keys"
        text="A program sends its key as “token”. What it changes is in the history under the name of the key, and can be undone."
      >
        <Unread of={{ data, error, refetch }}>
          <Skeleton h={90} mt="md" />
        </Unread>
        {rows?.length === 0 && (
          <Text c="dimmed" mt="md">
            No keys yet. Add one for each program, so that you can end them one by one.
          </Text>
        )}
        {rows && rows.length > 0 && <Entries label="Keys" entries={rows.map((key) => entryOf(key, setEnding))} />}
      </Card>
      {adding && <KeyDialog onClose={() => setAdding(false)} onAdded={() => void refetch()} />}
      {ending && (
        <ConfirmCallDialog
          {...words}
          name={ending.name}
          danger
          send={(options) => send(ending._id, options)}
          onSuccess={() => void refetch()}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Page>
  )
}

const states = {
  active: { label: 'Active', color: 'green' },
  expired: { label: 'Expired', color: 'gray' },
  ended: { label: 'Ended', color: 'gray' },
} as const

function entryOf(key: Key, onEnd: (key: Key) => void) {
  const { _id, name, state, made_by, created_at, expires_at, ended_at, last_used_at, addresses } = key
  const { label, color } = states[state]
  const end =
    ended_at === null
      ? `${state === 'expired' ? 'Expired' : 'Ends'} ${formatDateTime(expires_at)}.`
      : `Ended ${formatDateTime(ended_at)}.`
  return {
    id: _id,
    icon: <KeySquare size={16} aria-hidden />,
    title: name,
    badge: (
      <Badge variant="light" color={color} tt="none">
        {label}
      </Badge>
    ),
    lines: [
      allows(key),
      ...(addresses.length ? [`Only from ${addresses.join(', ')}.`] : []),
      `Added ${formatDateTime(created_at)} by ${made_by.name}${made_by.is_active ? '' : ' (inactive)'}. ${end}`,
      last_used_at ? `Last used ${formatDateTime(last_used_at)}.` : 'Never used.',
    ],
    action: state === 'active' && (
      <Button size="compact-sm" variant="default" aria-label={`End key ${name}`} onClick={() => onEnd(key)}>
        End
      </Button>
    ),
  }
}

/** What a key allows, in a sentence. */
export function allows({ scope, may, record_types }: Pick<Key, 'scope' | 'may' | 'record_types'>) {
  const acts =
    scope === 'read' ? ['reads'] : ['reads', 'changes', ...may.map((act) => (act === 'delete' ? 'deletes' : 'sends'))]
  const all = record_types.length === programTypes.length
  const [first = '', ...others] = acts
  const said = others.length ? `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}` : first
  return `${said[0]?.toUpperCase()}${said.slice(1)} ${all ? 'all kinds of records' : record_types.map(nounsOf).join(', ')}.`
}
