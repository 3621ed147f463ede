import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changes } from '#contract/changes.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { EarlierVersion } from '#web/forms/drafts.ts'
import { whatOf } from '#web/records/change/sentence/sentence.ts'
import { When } from '#web/records/change/when.tsx'
import { kindWords } from '#web/records/shared/record-words.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { toastError } from '#web/ui/feedback/toast.ts'
import { versionAfter, wholeEntries } from './earlier-version.ts'
import { FieldDifference } from './field-difference.tsx'
import { GrowingList } from './growing-list.tsx'
import classes from './history-dialog.module.css'
import { useGrowingPages } from './use-growing-pages.ts'

type HistoryDialogProps = {
  type: RecordType
  id: string
  /** What it is called now; by default as in its newest entry. */
  name?: string
  /** Puts the values of a version into the form of the record; nothing where there is none. */
  onBringBack?: ((version: EarlierVersion) => void) | undefined
  onClose: () => void
}

/** The dialog with the history of one record, newest first. */
export function HistoryDialog({ type, id, name, onBringBack, onClose }: HistoryDialogProps) {
  const [chosen, setChosen] = useState<EarlierVersion>()
  const dialog = useDialog(() => (chosen && onBringBack ? onBringBack(chosen) : onClose()))
  const pages = useGrowingPages(changes.of_record, { record_type: type, record_id: id })
  const entries = pages.rows
  const title = name ?? entries[0]?.title

  const bringBack = useMutation({
    mutationFn: (place: number) => wholeEntries(entries, place),
    onSuccess: (whole, place) => {
      setChosen(versionAfter(whole, place))
      dialog.close()
    },
    onError: (error) => toastError(error.message),
    meta: { changesRecords: false },
  })

  return (
    <Dialog title={title ? `History of ${title}` : 'History'} dialog={dialog} frame="sheet">
      <GrowingList pages={pages} empty="No changes recorded yet.">
        {entries.map((entry, place) => (
          <Entry
            key={`${entry.change._id} ${entry.version}`}
            entry={entry}
            // The newest one is what the record is now; a removal changes no values.
            onBringBack={
              onBringBack && place > 0 && (entry.kind === 'add' || entry.kind === 'edit')
                ? () => bringBack.mutate(place)
                : undefined
            }
            isBusy={bringBack.isPending && bringBack.variables === place}
          />
        ))}
      </GrowingList>
    </Dialog>
  )
}

type EntryProps = {
  entry: CallOutput<typeof changes.of_record>['data'][number]
  onBringBack: (() => void) | undefined
  isBusy: boolean
}

const Entry = ({ entry: { entry_id, kind, fields, change }, onBringBack, isBusy }: EntryProps) => (
  <section className={classes.entry} aria-label={`${kindWords[kind]} by ${change.by.name}`}>
    <Group justify="space-between" align="flex-start" gap="xs" mb={fields.length ? 'xs' : 0}>
      <div>
        <Text fw={600}>
          {kindWords[kind]} by {change.by.name}
        </Text>
        <Text size="sm" c="dimmed">
          <When at={change.at} />
          {(change.kind !== kind || change.record_count > 1) && `: ${whatOf(change)}`}
        </Text>
      </div>
      {onBringBack && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={onBringBack}>
          Bring this version back
        </Button>
      )}
    </Group>
    <Stack gap="xs">
      {fields.map((field) => (
        <FieldDifference key={field.field} change={field} entryId={entry_id} />
      ))}
    </Stack>
  </section>
)
