import { Anchor, Box, Group, Text } from '@mantine/core'
import { FileClock, Files, Smartphone } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { type Manual, manuals } from '#contract/manuals.ts'
import { recordPathOf } from '#contract/paths.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { type Column, isPrepared, RecordStatus, rowNumber, text } from '#web/records/list/columns/columns.tsx'
import { flagFilter } from '#web/records/list/filters/choice-filter.tsx'
import { statusFilter } from '#web/records/list/filters/column-filters.tsx'
import { NewButton } from '#web/records/list/new-button.tsx'
import { actions, deleteRestoreAction, historyAction, type RowAction } from '#web/records/list/rows/row-actions.tsx'
import { DeleteRestoreDialog } from '#web/records/record/delete-restore-dialog.tsx'
import { ListScreen } from '#web/records/record/list-screen.tsx'
import { useRowDialog } from '#web/records/record/use-row-dialog.ts'
import { pdfWordOf } from '#web/shared-acts/manual-acts.ts'
import { dismissPdfJob, useMadeParts, usePdfJob, useStartPdfJob } from '#web/shared-acts/use-pdf-jobs.ts'
import { ManualForm } from '#web/shared-forms/manual-form.tsx'
import { FailedUpload, UploadProgress, WorkProgress } from '#web/ui/feedback/upload-progress.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/page.tsx'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { CoverageView } from './coverage-view.tsx'
import type { ChosenPlace } from './coverage-words.ts'
import { MANUAL_KEYS, ManualParts } from './manual-parts.tsx'
import { ManualTabs, useManualTab } from './manual-tabs.tsx'
import classes from './manuals-screen.module.css'
import { usePdfActions } from './pdf-actions.tsx'
import { ProblemsView } from './problems-view.tsx'
import { useWriteAction } from './use-write-action.tsx'

const ManualPreview = lazy(() =>
  import('#web/records/preview/previews.ts').then((previews) => ({ default: previews.ManualPreview })),
)

const nameOf = (manual: Manual) => manual.name

export function ManualsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Manual>('manuals', manuals)
  const navigate = useNavigate()
  const { pdfActions, pdfInput } = usePdfActions()
  const writeAction = useWriteAction()
  const tab = useManualTab()
  const { id } = useParams()
  const { state: handedOver } = useLocation() as { state: { chosen?: ChosenPlace } | null }
  const [previewed, setPreviewed] = useState<Manual>()
  useMadeParts()
  const screen = screenOf('manuals')
  const newManual = dialog?.kind === 'new' && (
    <ManualForm chosen={handedOver?.chosen} draft={dialog.draft} onClose={close} />
  )

  const filterPages: RowAction<Manual> = {
    of: ({ _id, name }) => ({
      label: `Filter manual pages of ${name}`,
      tip: 'Filter manual pages',
      isOnPage: true,
      icon: <Files size={16} aria-hidden />,
      onClick: () => void navigate(`${screens.manualPages.path}?manual_id=${_id}`, { state: { name } }),
    }),
  }

  const previewAction: RowAction<Manual> = {
    isSeldom: true,
    of: (manual, name) =>
      !manual.is_deleted && {
        label: `${name} as owners see it`,
        act: 'As owners see it',
        tip: 'As owners see it',
        needsServer: true,
        icon: <Smartphone size={16} aria-hidden />,
        onClick: () => setPreviewed(manual),
      },
  }
  if (id === undefined && tab !== 'list')
    return (
      <Page title={screen.title} help={screen.help} actions={<NewButton onClick={() => open({ kind: 'new' })} />}>
        <ManualTabs>{tab === 'coverage' ? <CoverageView /> : <ProblemsView />}</ManualTabs>
        {newManual}
      </Page>
    )

  return (
    <ListScreen
      screen={screen}
      tabs={(list) => <ManualTabs>{list}</ManualTabs>}
      name="manuals"
      selectable={nameOf}
      page={{
        named: '',
        onRestore: (row) => open({ kind: 'restore', row }),
        lead: (manual) => <ManualParts manual={manual} pdfActions={pdfActions} />,
        keys: MANUAL_KEYS,
      }}
      list={manuals.list}
      rowHeight={45}
      onNew={() => open({ kind: 'new' })}
      columns={[
        rowNumber(),
        {
          ...text('rv_type', { title: 'RV Type', flex: 2, minWidth: 200 }),
          cell: (manual) => <TypeCell manual={manual} />,
          // Its text leads to the manual, beside buttons.
          link: () => undefined,
          isName: true,
        },
        text('year_name', { title: 'Year' }),
        pages,
        pdf,
        state,
        {
          ...actions(nameOf, [
            writeAction,
            deleteRestoreAction(open),
            filterPages,
            ...pdfActions.en,
            previewAction,
            historyAction(open),
          ]),
          // Icons, and one of them with its word.
          width: 252,
        },
      ]}
    >
      {newManual}
      <DeleteRestoreDialog type="manuals" dialog={dialog} onClose={close} calls={manuals} />
      <RecordHistory type="manuals" dialog={dialog} onClose={close} />
      {previewed && (
        <Suspense>
          <ManualPreview manual={previewed} onClose={() => setPreviewed(undefined)} />
        </Suspense>
      )}
      {missing}
      {pdfInput}
    </ListScreen>
  )
}

const pages: Column<Manual> = {
  field: 'page_count',
  title: 'Sub topics with a page',
  minWidth: 140,
  cell: ({ page_count, sub_topic_count }) => (
    <div className={classes.pages}>
      <span>{`${formatNumber(page_count)} of ${formatNumber(sub_topic_count)}`}</span>
      <meter min={0} max={sub_topic_count} value={page_count} aria-hidden />
    </div>
  ),
}

const pdf: Column<Manual> = {
  field: 'has_pdf',
  title: 'PDF',
  minWidth: 140,
  filter: flagFilter('Made', 'None'),
  cell: (manual) => {
    const word = pdfWordOf(manual)
    if (word === 'Current') return word
    return word === 'None' ? (
      <Text span inherit c="dimmed">
        {word}
      </Text>
    ) : (
      <span className={classes.outdated}>
        <FileClock size={14} aria-hidden />
        {word}
      </span>
    )
  },
}

/** Links of the dashboard show the active ones only; the specification has no status column for this list. */
const state: Column<Manual> = { field: 'status', title: 'Status', filterOnly: true, filter: statusFilter }

// The specification has no status column for this list, so badges and progress are next to the type; a card on a phone
// has its status.
function TypeCell({ manual }: { manual: Manual }) {
  const { upload } = useStartPdfJob()
  const job = usePdfJob(manual)
  const onPhone = useNarrowerThan('sm')
  const content = useRef<HTMLDivElement>(null)
  // The pressed button goes with what it was for: the cell takes the focus.
  const inCell = (action: () => void) => () => {
    content.current?.closest<HTMLElement>('[role=gridcell]')?.focus()
    action()
  }
  return (
    <Group ref={content} gap="sm" wrap="nowrap">
      <Anchor
        inherit
        truncate
        c="inherit"
        fw={600}
        href={recordPathOf('manuals', manual._id)}
        tabIndex={-1}
        data-visits="row"
      >
        {manual.rv_type}
      </Anchor>
      {!onPhone && (manual.is_deleted || isPrepared(manual)) && <RecordStatus row={manual} />}
      {job?.kind === 'generating' ? (
        <Box w={190}>
          <WorkProgress label="Generating the PDF" done={job.made} />
        </Box>
      ) : job?.kind === 'uploading' ? (
        <Box w={210}>
          <UploadProgress uploaded={job.uploaded} onCancel={inCell(job.cancel)} />
        </Box>
      ) : job?.kind === 'failed' ? (
        <FailedUpload
          onRetry={inCell(() => upload(manual, job.file, job.language))}
          onDismiss={inCell(() => dismissPdfJob(manual))}
        />
      ) : null}
    </Group>
  )
}
