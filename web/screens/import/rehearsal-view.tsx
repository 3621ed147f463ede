import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { changes } from '#contract/changes.ts'
import type { Matching, Reading } from '#contract/import-files.ts'
import { type ImportMapping, imports, type Mended, type Rehearsal, type RehearsedType } from '#contract/imports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { rememberChange } from '#web/api/session-changes.ts'
import { useIdempotencyKey } from '#web/forms/idempotency-key.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { undoableIn } from '#web/records/change/toast-change.tsx'
import { useDownload } from '#web/shared-acts/use-download.ts'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { RefusingButton } from '#web/ui/refusing-button.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { listOf, nounsOf } from './kinds-of-import.ts'
import { ReadingChoices } from './reading-choices.tsx'
import { RowsCard } from './rows-card.tsx'
import { rehearsalsQuery } from './use-reading.ts'
import { applyLabel, fileNameOf, mappingOf, rowsIn, whatHappens, writtenBy } from './words.ts'

type RehearsalViewProps = {
  type: RehearsedType
  rehearsal: Rehearsal
  /** The change that has tried to import it and was taken back. */
  failed: string | undefined
  /** Why its rows could not be checked again. */
  error: Error | null
  /** Checks all rows again, possibly by other columns or with corrected cells. */
  onCheck: (other?: Other) => void
  /** Reads the file in another way, where this page still has it. */
  onRead: ((reading: Reading) => void) | undefined
  onChooseAnother: () => void
}

/** What the rows are to be checked by, if it differs from before. */
export type Other = { mapping?: ImportMapping; match_by?: Matching | ''; mended?: Mended }

/** One import in its transaction may write thousands of records. */
const PATIENCE_SECONDS = 180

/** What a file would do, and the button that does it. */
export function RehearsalView({
  type,
  rehearsal,
  failed,
  error,
  onCheck,
  onRead,
  onChooseAnother,
}: RehearsalViewProps) {
  const { rehearsal_id, file_name, counts } = rehearsal
  // Its units have no headings, and can be read in only one way.
  const isXliff = rehearsal.head_row === 0
  const [columns, setColumns] = useState(rehearsal.columns)
  const [matchBy, setMatchBy] = useState(rehearsal.match_by)
  const isOtherMapping =
    matchBy !== rehearsal.match_by || columns.some(({ field }, place) => field !== rehearsal.columns[place]?.field)
  const refusedFile = useDownload(imports.refused)
  const apply = useApply(rehearsal_id, counts.refused > 0)
  const isOutdated = apply.error instanceof ApiError && apply.error.status === 409
  const checkAgain = () => whenOnline(() => onCheck({ mapping: mappingOf(rehearsal.columns) }))

  return (
    <>
      {failed !== undefined && <FailedImport changeId={failed} onCheck={checkAgain} />}
      {!isXliff && (
        <ColumnsCard
          type={type}
          columns={columns}
          isOther={isOtherMapping}
          onChange={setColumns}
          matchBy={matchBy}
          onMatchBy={setMatchBy}
          onReset={() => {
            setColumns(rehearsal.columns)
            setMatchBy(rehearsal.match_by)
          }}
          onCheck={() =>
            whenOnline(() =>
              onCheck({
                mapping: mappingOf(columns),
                ...(matchBy !== rehearsal.match_by && { match_by: matchBy ?? '' }),
              }),
            )
          }
        />
      )}
      {!isXliff && <ReadingChoices rehearsal={rehearsal} onRead={onRead} />}
      <Card title={`What ${file_name} would do`} text={whatHappens(type, counts)}>
        <Stack mt="md" gap="md" align="flex-start">
          {error && <FormAlert message={error.message} />}
          {apply.error && (
            <Alert w="100%" role="alert" color="red" icon={<CircleAlert aria-hidden />} title={apply.error.message}>
              {isOutdated && (
                <Button variant="default" size="compact-sm" onClick={checkAgain}>
                  Check again
                </Button>
              )}
            </Alert>
          )}
          <Group gap="xs">
            {writtenBy(counts) > 0 ? (
              <RefusingButton
                variant="filled"
                loading={apply.busy}
                reason={isOtherMapping ? 'Check the rows with the other columns first.' : undefined}
                onClick={() => whenOnline(apply.start)}
              >
                {applyLabel(counts)}
              </RefusingButton>
            ) : (
              <Button component={Link} to={listOf(type).path}>
                Go to the list of {nounsOf(type)}
              </Button>
            )}
            {counts.refused > 0 && (
              <DownloadMenu
                label="Download refused rows"
                busy={refusedFile.busy}
                onChoose={(format) => refusedFile.save({ rehearsal_id, format }, fileNameOf(type, 'refused', format))}
              />
            )}
            <Button variant="default" disabled={apply.busy} onClick={onChooseAnother}>
              Choose another file
            </Button>
          </Group>
        </Stack>
      </Card>
      {rowsIn(counts) > 0 && (
        <RowsCard rehearsal={rehearsal} onMend={(mended) => whenOnline(() => onCheck({ mended }))} />
      )}
    </>
  )
}

/** Applies a rehearsal, once however often that is asked for. */
function useApply(rehearsal_id: string, without_refused: boolean) {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const isStarted = useRef(false)
  const input = { rehearsal_id, ...(without_refused && { without_refused }) }
  const { isPending, error, mutate } = useMutation({
    mutationFn: () =>
      key.send(input, (idempotencyKey) =>
        call(imports.apply, input, { idempotencyKey, timeLimitSeconds: PATIENCE_SECONDS }),
      ),
    onSuccess: (answer) => {
      const offered = undoableIn(answer)
      if (offered) rememberChange(offered)
    },
    onError: (error) => {
      isStarted.current = false
      // A later attempt may succeed even if the server has refused this one.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.reset()
      // Another window may have applied it, or it is gone.
      void client.invalidateQueries({ queryKey: rehearsalsQuery.queryKey })
    },
  })
  function start() {
    if (isStarted.current) return
    isStarted.current = true
    mutate()
  }
  return { busy: isPending, error, start }
}

/** Says that a large import has failed or was stopped, and what became of what it had written. */
function FailedImport({ changeId, onCheck }: { changeId: string; onCheck: () => void }) {
  const { data } = useQuery(query(changes.get, { change_id: changeId, page: 1, per_page: 1 }))
  if (!data || (data.change.state !== 'failed' && data.change.state !== 'stopped')) return null
  const { state, reason } = data.change
  return (
    <Alert
      role="alert"
      color="red"
      icon={<CircleAlert aria-hidden />}
      title={state === 'failed' ? 'The import failed.' : 'The import was stopped.'}
    >
      <Text size="sm" mb="xs">
        {reason ?? 'What had been imported was taken back.'}
      </Text>
      <Button variant="default" size="compact-sm" onClick={onCheck}>
        Check again
      </Button>
    </Alert>
  )
}
