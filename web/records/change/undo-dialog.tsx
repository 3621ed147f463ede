import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Change, changes } from '#contract/changes.ts'
import { query } from '#web/api/query.ts'
import { forgetChange } from '#web/api/session-changes.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { toastUndone } from './toast-change.tsx'
import { TouchedRecords, touchedRecordsOf } from './touched-records.tsx'
import { consequencesOf, undoChange } from './undo-change.ts'
import type { UndoRequest } from './undo-requests.ts'

/** Asks whether to undo a change: says first what it was and what happens, and afterwards why it was refused. */
export function UndoDialog({ changeId, refusal, onClose }: UndoRequest & { onClose: () => void }) {
  const { data, error, isFetching } = useQuery(query(changes.get, { change_id: changeId, page: 1, per_page: 1 }))
  const latest = useQuery(query(changes.list, { page: 1, per_page: 1 })).data?.data[0]
  const [refused, setRefused] = useState<Error | undefined>(refusal)
  const change = data?.change
  const touched = touchedRecordsOf(refused)
  const isOver = change !== undefined && !change.can_undo && change.state !== 'running'

  // The next Ctrl+Z asks about the one before it.
  useEffect(() => {
    if (isOver) forgetChange(changeId)
  }, [isOver, changeId])

  return (
    <ConfirmChangeDialog
      title="Undo Change"
      text="Are you sure you want to undo this change?"
      name={change ? nameOf(change) : ''}
      action="Undo"
      disabled={!change?.can_undo || touched.length > 0}
      send={(options) => undoChange(changeId, options)}
      onError={setRefused}
      announce={toastUndone}
      errorMessage={touched.length > 0 ? REFUSED : undefined}
      errorDetails={<TouchedRecords records={touched} />}
      onClose={onClose}
    >
      {change ? (
        <>
          <Text size="sm" c="dimmed">
            {change.message} {change.by.name}, {formatDateTime(change.at)}
          </Text>
          <Text size="sm">{whyNot(change) ?? consequencesOf(change, data.data[0])}</Text>
          {change.can_undo && latest && latest._id !== changeId && <Text size="sm">{OUT_OF_ORDER}</Text>}
        </>
      ) : isFetching ? (
        <Loading size="sm" />
      ) : (
        <ApiErrorAlert error={error} />
      )}
      {refused === refusal && refusal && (
        <>
          <ApiErrorAlert error={refusal} message={touched.length > 0 ? REFUSED : refusal.message} />
          <TouchedRecords records={touched} />
        </>
      )}
    </ConfirmChangeDialog>
  )
}

const OUT_OF_ORDER = 'Other changes were made after it. What they changed in other fields and other records stays.'
const REFUSED = 'This change cannot be undone any more, because what it changed has been changed again since:'

const nameOf = ({ title, record_count }: Change) =>
  record_count > 1 ? `${title} and ${formatCount(record_count - 1, 'other record')}` : title

const whyNot = ({ can_undo, undone_by, state }: Change) =>
  can_undo
    ? undefined
    : undone_by
      ? 'This change has already been undone.'
      : state === 'running'
        ? 'This change is still being made.'
        : 'This change cannot be undone.'
