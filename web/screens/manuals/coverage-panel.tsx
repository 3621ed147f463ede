import { Anchor, Badge, Button, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { hiddenStates } from '#contract/manuals.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { WarningText } from '#web/ui/warning-text.tsx'
import classes from './coverage.module.css'
import {
  hiddenPagesOf,
  hiddenWordsOf,
  manualFormFor,
  manualPathOf,
  type Place,
  pageFormFor,
  pdfWordsOf,
  placeName,
} from './coverage-words.ts'

/** What is missing in a manual, each with the way to the form that closes the gap. */
export function CoveragePanel({ place, onClose }: { place: Place; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const { cell } = place
  const id = cell.manual_id ?? cell.hidden_manual?._id
  return (
    <Dialog title={placeName(place)} dialog={dialog} frame="panel">
      <Stack gap="lg">
        {cell.hidden_manual ? (
          <HiddenManual place={place} why={cell.hidden_manual.why} />
        ) : (
          <>
            <Topics place={place} />
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
          </>
        )}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={dialog.close}>
          Close
        </Button>
        {id && (
          <Button component={Link} to={manualPathOf(id)} data-autofocus>
            {cell.hidden_manual
              ? cell.hidden_manual.why === 'prepared'
                ? 'Open the manual'
                : 'Open to restore'
              : cell.pdf === 'current'
                ? 'Open the manual'
                : 'Open to make a PDF'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function HiddenManual({ place, why }: { place: Place; why: keyof typeof hiddenStates }) {
  if (why === 'prepared')
    return <Text size="sm">This manual is being prepared with its model year. Owners do not see it yet.</Text>
  return (
    <>
      <Text size="sm">
        This manual is {hiddenStates[why]}, so owners do not see it. It can be restored on its page.
      </Text>
      <Anchor component={Link} {...manualFormFor(place)} size="sm">
        Start a new manual instead
      </Anchor>
    </>
  )
}

function Topics({ place }: { place: Place }) {
  const { cell, type } = place
  const { gaps, page_count, topic_count, topic_pages } = cell
  return (
    <section aria-labelledby="coverage-topics">
      <Title order={3} size="h5" id="coverage-topics" mb={4}>
        Topics
      </Title>
      <Text size="sm" c="dimmed">
        {page_count
          ? `Owners see ${formatCount(page_count, 'page')} about ${formatCount(topic_count, 'topic')}.`
          : 'Owners see no pages.'}
      </Text>
      {topic_pages.length > 0 && (
        <ul className={classes.topics} aria-label="Pages per topic">
          {topic_pages.map((pages, at) => (
            <li key={type.topics[at]}>
              <span>{type.topics[at]}</span>
              <span data-none={pages ? undefined : ''}>{pages ? formatCount(pages, 'page') : 'no page'}</span>
            </li>
          ))}
        </ul>
      )}
      {gaps.length > 0 ? (
        <ul className={classes.gaps} aria-label="Missing topics">
          {gaps.map((gap) => (
            <li key={gap.topic_id}>
              <span className={classes.gapName}>
                <span>{gap.name}</span>
                {gap.required && (
                  <Badge size="sm" variant="outline" tt="none" className={classes.required ?? ''}>
                    Required
                  </Badge>
                )}
                {gap.hidden && (
                  <Text span size="xs" c="dimmed">
                    {hiddenWordsOf(gap)}
                  </Text>
                )}
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
              <Anchor component={Link} {...pageFormFor(place, gap)} size="sm" aria-label={`Write about ${gap.name}`}>
                Write
              </Anchor>
            </li>
          ))}
        </ul>
      ) : (
        page_count > 0 && (
          <Text size="sm" mt={4}>
            It has every topic that the manuals of other years have.
          </Text>
        )
      )}
    </section>
  )
}
