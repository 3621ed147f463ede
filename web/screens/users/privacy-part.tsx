import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '#contract/plural.ts'
import { type PrivacyRequest, privacy, requestWords, type UserPrivacy } from '#contract/privacy.ts'
import type { User } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { Part } from '#web/records/page/part.tsx'
import { useDownload } from '#web/shared-acts/use-download.ts'
import { type Described, DescriptionList } from '#web/ui/description-list.tsx'
import { toastError, toastSuccess } from '#web/ui/feedback/toast.ts'
import { formatCounts, formatDate, formatDateTime } from '#web/ui/format.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { AddRequestDialog, CloseRequestDialog } from './request-dialogs.tsx'

/** The same call, which answers a file where it is asked for one. */
const personalFile = { ...privacy.exportPersonal, file: ['application/zip'] } as const

type Open = { kind: 'erase' } | { kind: 'merge' } | { kind: 'add' } | { kind: 'close'; request: PrivacyRequest }

/** What an owner has agreed to and asked for, all that is held about them, and their erase. */
export function PrivacyPart({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(query(privacy.ofUser, { user_id: user._id }))
  const [open, setOpen] = useState<Open>()
  const file = useDownload(personalFile)
  const found = data?.data
  const close = () => setOpen(undefined)
  return (
    <Part title="Privacy" isLoading={!data} error={data ? null : error} onRetry={() => void refetch()}>
      {found && (
        <Stack gap="md">
          {found.is_erased ? (
            <Text>{`This user was erased ${formatDateTime(found.erased_at ?? '')}.`}</Text>
          ) : (
            <>
              {found.erased_at && <ErasePending user={user} at={found.erased_at} />}
              {found.merged_into && (
                <Text>
                  {'This account was merged into '}
                  <RecordLink type="users" to={found.merged_into} />.
                </Text>
              )}
              <DescriptionList items={agreedTo(found)} />
            </>
          )}
          <Requests requests={found.requests} onClose={(request) => setOpen({ kind: 'close', request })} />
          {!found.is_erased && (
            <Group gap="sm">
              <Button
                variant="default"
                loading={file.busy}
                onClick={() => file.save({ user_id: user._id, format: 'zip' }, 'personal-data.zip')}
              >
                Everything we hold
              </Button>
              <Button variant="default" onClick={() => setOpen({ kind: 'add' })}>
                Add request…
              </Button>
              {!found.merged_into && (
                <Button variant="default" onClick={() => setOpen({ kind: 'merge' })}>
                  Merge into another account…
                </Button>
              )}
              <Button variant="outline" color="red" onClick={() => setOpen({ kind: 'erase' })}>
                Erase…
              </Button>
            </Group>
          )}
        </Stack>
      )}
      {open?.kind === 'erase' && <EraseDialog user={user} kept={found?.kept ?? []} onClose={close} />}
      {open?.kind === 'merge' && <MergeDialog user={user} onClose={close} />}
      {open?.kind === 'add' && <AddRequestDialog user={user} onClose={close} />}
      {open?.kind === 'close' && <CloseRequestDialog request={open.request} onClose={close} />}
    </Part>
  )
}

function ErasePending({ user, at }: { user: User; at: string }) {
  const keep = useMutation({
    mutationFn: () => call(privacy.keep, { user_id: user._id }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(error.message),
  })
  return (
    <Alert color="amber" title={`This user will be erased ${formatDateTime(at)}.`}>
      <Group gap="sm">
        <Text size="sm">Until then it can be called off, and the user calls it off by signing in.</Text>
        <Button size="xs" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep this user
        </Button>
      </Group>
    </Alert>
  )
}

/** What was agreed to, with its proof: when, by which words and in which app. */
function agreedTo({ news, reminders, ...found }: UserPrivacy): Described[] {
  const proof = found.preferences_at
    ? `, since ${formatDate(found.preferences_at)} (wording ${found.text_version}${found.app && `, app “${found.app}”`})`
    : ''
  const terms = found.terms_version && `${found.terms_version}, on ${formatDate(found.terms_at)}`
  return [
    ['News', `${news ? 'Agreed' : 'Not agreed'}${proof}`],
    ['Reminders', `${reminders ? 'Wanted' : 'Not wanted'}${proof}`],
    ['Terms', terms || 'Not known'],
  ]
}

function Requests({ requests, onClose }: { requests: PrivacyRequest[]; onClose: (request: PrivacyRequest) => void }) {
  if (!requests.length) return null
  return (
    <Stack component="ul" aria-label="Requests" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {requests.map((request) => (
        <li key={request.request_id}>
          <Group gap="xs">
            <Text span fw={600}>
              {requestWords[request.kind]}
            </Text>
            <Text span size="sm" c="dimmed">
              {stateOf(request)}
            </Text>
            {request.outcome === null && request.kind !== 'erase' && (
              <Button size="compact-xs" variant="default" onClick={() => onClose(request)}>
                {`Close ${requestWords[request.kind].toLowerCase()} request…`}
              </Button>
            )}
          </Group>
          {request.note && <Text size="sm">{request.note}</Text>}
          <Names names={request.names} />
        </li>
      ))}
    </Stack>
  )
}

const stateOf = ({ received_on, due_on, outcome, closed_at }: PrivacyRequest) =>
  outcome === null
    ? `received ${formatDate(received_on)}, due ${formatDate(due_on)}`
    : `received ${formatDate(received_on)}, closed ${formatDate(closed_at)}: ${outcome}`

/** The texts of others that name the person: somebody decides what becomes of them. */
function Names({ names }: Pick<PrivacyRequest, 'names'>) {
  if (!names.length) return null
  const of = (isMessage: boolean) => names.filter((one) => (one.record_type === 'notifications') === isMessage).length
  const many = formatCounts([of(true), 'message'], [of(false), 'text'])
  return (
    <Text size="sm" component="div">
      <span>{`${many} ${plural(names.length, 'names', 'name')} this person:`}</span>{' '}
      {names.map(({ record_type, record_id, title }, place) => (
        <span key={record_id}>
          {place > 0 && ', '}
          <RecordLink type={record_type} to={{ _id: record_id, name: title || 'without a name' }} />
        </span>
      ))}
    </Text>
  )
}
