import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type UserInApp, users } from '#contract/users.ts'
import { query } from '#web/api/query.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { Part } from '#web/records/page/part.tsx'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'

const platformNames: Record<UserInApp['devices']['data'][number]['platform'], string> = {
  ios: 'iPhone or iPad',
  android: 'Android',
  web: 'Browser',
}

/** What an owner has in the app other than records: devices, sign-ins and messages, the newest of each. */
export function UserInAppParts({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(users.inApp, { user_id: id }))
  const { devices, sign_ins, messages } = data?.data ?? {}
  const state = { isLoading: !data, error: data ? null : error, onRetry: () => void refetch() }
  return (
    <>
      <Part title="Devices" count={devices?.total} none={noneOf(devices, 'devices')} {...state}>
        <Newest
          lines={devices?.data.map(({ platform, registered_at }) => [
            platformNames[platform],
            `registered ${formatDateTime(registered_at)}`,
          ])}
        />
      </Part>
      <Part title="Sign-ins" count={sign_ins?.total} none={noneOf(sign_ins, 'sign-ins')} {...state}>
        <Newest
          lines={sign_ins?.data.map(({ at, used_at }) => [
            `Signed in ${formatDateTime(at)}`,
            `last used ${formatDateTime(used_at)}`,
          ])}
        />
      </Part>
      <Part title="Messages" count={messages?.total} none={noneOf(messages, 'messages')} {...state}>
        <Newest
          lines={messages?.data.map(({ _id, title, sent_at, is_read }) => [
            <RecordLink key={_id} type="notifications" to={{ _id, name: title }} />,
            `${formatDateTime(sent_at)}, ${is_read ? 'read' : 'not read yet'}`,
          ])}
        />
        {messages && messages.total > 0 && (
          <Anchor component={Link} to={`${screens.notifications.path}?view=sent&recipient_id=${id}`} size="sm">
            {`Show ${messages.data.length < messages.total ? `all ${formatNumber(messages.total)}` : 'them'} in the list`}
          </Anchor>
        )}
      </Part>
    </>
  )
}

const noneOf = (found: { total: number } | undefined, what: string) => (found?.total === 0 ? what : undefined)

/** Lines of what there is, with what else is known about it. */
function Newest({ lines }: { lines: [what: ReactNode, more: string][] | undefined }) {
  if (!lines) return null
  return (
    <ul>
      {lines.map(([what, more], place) => (
        <li key={place}>
          {what}{' '}
          <Text span size="sm" c="dimmed">
            {more}
          </Text>
        </li>
      ))}
    </ul>
  )
}
