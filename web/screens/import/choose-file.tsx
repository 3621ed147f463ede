import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { IMPORT_MEGABYTES, imports, MOST_IMPORT_ROWS, type Rehearsal, type RehearsedType } from '#contract/imports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { useDownload } from '#web/shared-acts/use-download.ts'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { formatBytes, formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { DownloadMenu } from './download-menu.tsx'
import classes from './import.module.css'
import { nounsOf } from './kinds-of-import.ts'
import { countsInWords, fileNameOf, notesBefore } from './words.ts'

type ChooseFileProps = {
  type: RehearsedType
  /** The file that was chosen before, and why it could not be read. */
  file: File | undefined
  error: Error | null
  /** The rehearsals of this kind that are kept, the newest first. */
  rehearsals: Rehearsal[]
  onChoose: (file: File) => void
  onDiscard: (id: string) => void
}

/** Takes a file, and leads to the rehearsals of earlier ones. */
export function ChooseFile({ type, file, error, rehearsals, onChoose, onDiscard }: ChooseFileProps) {
  const template = useDownload(imports.template)
  const [tooLarge, setTooLarge] = useState<string>()
  const problem = tooLarge ?? (error && problemOf(error))
  function choose(chosen: File | undefined) {
    if (!chosen) return
    const isTooLarge = chosen.size > IMPORT_MEGABYTES * 1024 * 1024
    setTooLarge(
      isTooLarge
        ? `${chosen.name} has ${formatBytes(chosen.size)}. At most ${IMPORT_MEGABYTES} MB can be read.`
        : undefined,
    )
    if (!isTooLarge) whenOnline(() => onChoose(chosen))
  }
  return (
    <>
      <Card
        title="Choose a file"
        text={[
          type === 'french'
            ? 'A file that French has exported, with what was translated in it.'
            : `A table of ${nounsOf(type)} whose first row names the columns.`,
          'Nothing is changed before you have seen what would happen to each row.',
          notesBefore[type],
        ]
          .filter(Boolean)
          .join(' ')}
        actions={
          type !== 'french' && (
            <DownloadMenu
              label="Download a template"
              busy={template.busy}
              onChoose={(format) => template.save({ record_type: type, format }, fileNameOf(type, 'template', format))}
            />
          )
        }
      >
        <Stack mt="md" gap={0}>
          <FormAlert message={problem ?? null} />
          <DropArea type={type} chosen={file} isRefused={Boolean(problem)} onChoose={choose} />
          {file && problem && !tooLarge && (
            <Group gap="sm" mt="md">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {file.name}, {formatBytes(file.size)}
              </Text>
              <Button variant="default" size="compact-sm" onClick={() => choose(file)}>
                Try again
              </Button>
            </Group>
          )}
        </Stack>
      </Card>
      {rehearsals.length > 0 && (
        <Card title="Your files of the last day">
          <Entries
            label="Your files of the last day"
            entries={rehearsals.map((rehearsal) => entryOf(type, rehearsal, onDiscard))}
          />
        </Card>
      )}
    </>
  )
}

/** What is wrong with a file rather than with the call. */
const problemOf = (error: Error) => (error instanceof ApiError && error.body.errors?.file?.[0]) || error.message

type DropAreaProps = {
  type: RehearsedType
  chosen: File | undefined
  isRefused: boolean
  onChoose: (file: File | undefined) => void
}

function DropArea({ type, isRefused, onChoose }: DropAreaProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onChoose(event.dataTransfer.files[0])
      }}
    >
      <span className={classes.choose}>
        <input
          className={classes.input}
          type="file"
          aria-label="File"
          accept={type === 'french' ? '.xlf,.xliff,.xlsx' : '.csv,.xlsx'}
          aria-invalid={isRefused}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => {
            onChoose(currentTarget.files?.[0])
            // Otherwise choosing the same file again fires no change event.
            currentTarget.value = ''
          }}
        />
        <Button component="span" aria-hidden className={classes.button ?? ''}>
          Choose a file
        </Button>
      </span>
      <Text size="sm">or drop it here</Text>
      <Text id={`${id}-note`} size="sm" c="dimmed" ta="center">
        {type === 'french' ? 'XLIFF' : 'CSV'} or XLSX, at most {IMPORT_MEGABYTES} MB and{' '}
        {formatNumber(MOST_IMPORT_ROWS)} rows
      </Text>
    </div>
  )
}

const states: Record<Rehearsal['state'], { label: string; color: string }> = {
  reading: { label: 'Being checked', color: 'gray' },
  ready: { label: 'Checked', color: 'pine' },
  failed: { label: 'Not finished', color: 'red' },
  applying: { label: 'Being imported', color: 'gray' },
  applied: { label: 'Imported', color: 'green' },
}

function entryOf(type: RehearsedType, rehearsal: Rehearsal, onDiscard: (id: string) => void) {
  const { rehearsal_id, file_name, state, counts, created_at, change_id, is_undone } = rehearsal
  const { label, color } = is_undone
    ? { label: 'Undone', color: 'gray' }
    : state === 'applied' && change_id === null
      ? { label: 'Nothing to import', color: 'gray' }
      : states[state]
  return {
    id: rehearsal_id,
    icon: <FileSpreadsheet size={16} aria-hidden />,
    title: (
      <Anchor component={Link} to={`?${new URLSearchParams({ type, rehearsal: rehearsal_id })}`} inherit>
        {file_name}
      </Anchor>
    ),
    badge: (
      <Badge variant="light" color={color} tt="none">
        {label}
      </Badge>
    ),
    lines: [
      ...(state === 'reading' || !countsInWords(counts) ? [] : [`${countsInWords(counts)}.`]),
      `Chosen ${formatDateTime(created_at)}.`,
    ],
    action: state !== 'applying' && state !== 'applied' && (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Forget ${file_name}, ${formatDateTime(created_at)}`}
        onClick={() => onDiscard(rehearsal_id)}
      >
        Forget
      </Button>
    ),
  }
}
