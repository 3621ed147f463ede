import { Anchor, Badge, Button, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { type CoverageCell, hiddenStates } from '#contract/manuals.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { WarningText } from '#web/ui/warning-text.tsx'
import classes from './coverage.module.css'
import {
  coveredWords,
  frenchSentences,
  hiddenPagesOf,
  hiddenWordsOf,
  manualFormFor,
  manualPathOf,
  type Place,
  pageFormFor,
  pagesOf,
  pdfWordsOf,
  placeName,
  subTopicsIn,
  writtenWords,
} from './coverage-words.ts'

/** What owners lack in a manual, or without one, each with a link to the form that closes the gap. */
export function CoveragePanel({ place, onClose }: { place: Place; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const { cell } = place
  const id = cell.manual_id ?? cell.hidden_manual?._id
  return (
    <Dialog title={placeName(place)} dialog={dialog} frame="panel">
      <Stack gap="lg">
        {cell.hidden_manual && <HiddenManual place={place} why={cell.hidden_manual.why} onLeave={dialog.close} />}
        {cell.hidden_manual?.why !== 'prepared' && <Topics place={place} />}
        {cell.manual_id !== null && <Pdf place={place} />}
        {cell.french && <French french={cell.french} />}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={dialog.close}>
          Close
        </Button>
        {id ? (
          <Button component={Link} to={manualPathOf(id)} data-autofocus>
            {cell.hidden_manual
              ? cell.hidden_manual.why === 'prepared'
                ? 'Open the manual'
                : 'Open to restore'
              : cell.pdf === 'current'
                ? 'Open the manual'
                : 'Open to make a PDF'}
          </Button>
        ) : (
          <Button component={Link} {...manualFormFor(place)} preventScrollReset onClick={dialog.close} data-autofocus>
            Start the manual
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

type HiddenManualProps = { place: Place; why: keyof typeof hiddenStates; onLeave: () => void }

function HiddenManual({ place, why, onLeave }: HiddenManualProps) {
  if (why === 'prepared')
    return <Text size="sm">This manual is being prepared with its model year. Owners do not see it yet.</Text>
  return (
    <div>
      <Text size="sm">
        This manual is {hiddenStates[why]}, so owners do not see it. It can be restored on its page.
      </Text>
      <Anchor component={Link} {...manualFormFor(place)} preventScrollReset onClick={onLeave} size="sm">
        Start a new manual instead
      </Anchor>
    </div>
  )
}

const Pdf = ({ place: { cell } }: { place: Place }) => (
  <section aria-labelledby="coverage-pdf">
    <Title order={3} size="h5" id="coverage-pdf" mb={4}>
      PDF
    </Title>
    <Text size="sm" component="div">
      {cell.pdf === 'current' ? pdfWordsOf(cell) : <WarningText>{pdfWordsOf(cell)}</WarningText>}
    </Text>
    {cell.pdf_at && (
      <Text size="sm" c="dimmed">
        Made {formatDateTime(cell.pdf_at)}
      </Text>
    )}
  </section>
)

const French = ({ french }: { french: NonNullable<CoverageCell['french']> }) => (
  <section aria-labelledby="coverage-french">
    <Title order={3} size="h5" id="coverage-french" mb={4}>
      French
    </Title>
    <Text size="sm">{frenchSentences(french)}</Text>
  </section>
)

function Topics({ place }: { place: Place }) {
  const { cell, type, lacks, topics } = place
  const { manual_id, page_count, written_count, topic_pages } = cell
  const covered = topic_pages.flatMap((pages, at) => (pages ? [{ name: type.topics[at], pages }] : []))
  return (
    <section aria-labelledby="coverage-topics">
      <Title order={3} size="h5" id="coverage-topics" mb={4}>
        Topics
      </Title>
      <Text size="sm">{`${coveredWords(place)}. ${writtenWords(written_count, subTopicsIn(topics))}.`}</Text>
      <Text size="sm" c="dimmed">
        {seenWords(page_count, written_count)}
      </Text>
      {covered.length > 0 && (
        <ul className={classes.topics} aria-label="Topics covered">
          {covered.map(({ name, pages }) => (
            <li key={name}>
              <span>{name}</span>
              <span>{formatCount(pages, 'page')}</span>
            </li>
          ))}
        </ul>
      )}
      {lacks.length > 0 && (
        <ul className={classes.gaps} aria-label="Topics not covered">
          {lacks.map((gap) => (
            <li key={gap.topic_id}>
              <span className={classes.gapName}>
                <span>{gap.name}</span>
                {gap.required && (
                  <Badge size="sm" variant="outline" tt="none" className={classes.required ?? ''}>
                    Required
                  </Badge>
                )}
                <Text span size="xs" c="dimmed" className={classes.pagesOf ?? ''}>
                  {hiddenWordsOf(gap) ??
                    pagesOf(place, gap)
                      .map(({ name }) => name)
                      .join(', ')}
                </Text>
              </span>
              {gap.hidden && (
                <Anchor
                  component={Link}
                  {...hiddenPagesOf(place, gap)}
                  size="sm"
                  aria-label={`Show the pages about ${gap.name} that owners do not see`}
                >
                  Show
                </Anchor>
              )}
              {manual_id !== null && (
                <Anchor component={Link} {...pageFormFor(place, gap)} size="sm" aria-label={`Write about ${gap.name}`}>
                  Write
                </Anchor>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What owners see of the pages that there are. */
function seenWords(seen: number, written: number) {
  if (!seen) return 'Owners see no pages.'
  return seen < written ? `Owners see ${formatCount(seen, 'page')} of them.` : 'Owners see all of these pages.'
}
