import { Badge, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { type SignedInSession, sessions } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { browserName } from '#web/records/change/browser-name.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'

/** Where the administrator is signed in, and signs those sessions out. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(query(sessions.list, {}))
  const [ending, setEnding] = useState<SignedInSession | 'others'>()
  const rows = data?.data
  const hasOthers = rows?.some((row) => !row.is_current)
  return (
    <Card
      title="Where you are signed in"
      text="Sign out sessions you don’t recognize, then change your password."
      actions={
        hasOthers && (
          <Button variant="default" onClick={() => setEnding('others')}>
            Sign out all others
          </Button>
        )
      }
    >
      <Unread of={{ data, error, refetch }}>
        <Skeleton h={90} mt="md" />
      </Unread>
      {rows && (
        <Entries
          label="Sessions"
          entries={rows.map((row) => ({
            id: row._id,
            icon: <Monitor size={16} aria-hidden />,
            title: browserName(row.device),
            badge: row.is_current && (
              <Badge variant="light" tt="none">
                This one
              </Badge>
            ),
            lines: [
              row.address,
              `Signed in ${formatDateTime(row.created_at)}. Last used ${formatDateTime(row.used_at)}.`,
            ],
            action: !row.is_current && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Sign out ${browserName(row.device)}, ${row.address}`}
                onClick={() => setEnding(row)}
              >
                Sign out
              </Button>
            ),
          }))}
        />
      )}
      {ending && (
        <ConfirmChangeDialog
          title={ending === 'others' ? 'Sign out all other sessions' : 'Sign out session'}
          text={
            ending === 'others'
              ? 'Are you sure you want to sign out all other sessions? You stay signed in here only.'
              : 'Are you sure you want to sign out this session? That browser will have to sign in again.'
          }
          name={ending === 'others' ? 'All but this one' : `${browserName(ending.device)}, ${ending.address}`}
          action="Sign out"
          danger
          send={(options) =>
            call(sessions.end, ending === 'others' ? { others: true } : { session_id: ending._id }, options)
          }
          onClose={() => setEnding(undefined)}
        />
      )}
    </Card>
  )
}
