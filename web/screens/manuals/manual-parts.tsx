import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Manual, type ManualOutline, manuals } from '#contract/manuals.ts'
import { listPaths } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { Part } from '#web/records/page/part.tsx'
import { countOf } from '#web/records/shared/record-words.ts'
import { WorkProgress } from '#web/ui/feedback/upload-progress.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { WarningText } from '#web/ui/warning-text.tsx'
import { usePdfJob } from './use-pdf-jobs.ts'

/** What is particular to a manual: its PDF with its state, and its pages by topic with the gaps. */
export const ManualParts = ({ manual }: { manual: Manual }) => (
  <>
    <PdfPart manual={manual} />
    <Outline manual={manual} />
  </>
)

function PdfPart({ manual }: { manual: Manual }) {
  const { name, pdf_url, pdf_made_at, pdf_outdated } = manual
  const job = usePdfJob(manual)
  return (
    <Part title="PDF">
      {job?.kind === 'generating' && <WorkProgress label="Making the PDF" done={job.made} />}
      {pdf_url ? (
        <>
          <Anchor href={pdf_url} target="_blank" rel="noreferrer" size="sm">
            Open the PDF of {name}
          </Anchor>
          {pdf_made_at && (
            <Text size="sm" c="dimmed">
              From {formatDateTime(pdf_made_at)}
            </Text>
          )}
          <Text size="sm" component="div">
            {pdf_outdated ? <WarningText>Out of date: pages have changed since.</WarningText> : 'Up to date.'}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          No PDF yet.
        </Text>
      )}
    </Part>
  )
}

function Outline({ manual }: { manual: Manual }) {
  const id = manual._id
  const { data, error, refetch } = useQuery(query(manuals.outline, { manual_id: id }))
  const outline = data?.data
  return (
    <Part
      title="Pages by topic"
      count={outline?.page_count}
      isLoading={!outline}
      error={outline ? null : error}
      onRetry={() => void refetch()}
    >
      {outline && (
        <>
          <Text size="sm" mb="xs">
            {outline.gap_count
              ? `${formatCount(outline.gap_count, 'sub topic')} without a page.`
              : 'Every sub topic has a page.'}
          </Text>
          <ul>
            {outline.topics.map((topic) => (
              <Topic key={topic._id} topic={topic} manual={manual} />
            ))}
          </ul>
          {outline.page_count > 0 && (
            <Anchor component={Link} to={`${listPaths['manual_pages']}?manual_id=${id}`} size="sm">
              {`Show ${countOf('manual_pages', outline.page_count)} in the list`}
            </Anchor>
          )}
        </>
      )}
    </Part>
  )
}

type OutlineTopic = ManualOutline['topics'][number]

const Topic = ({ topic: { _id, name, sub_topics }, manual }: { topic: OutlineTopic; manual: Manual }) => (
  <li>
    <RecordLink type="topics" to={{ _id, name }} isStrong />
    <Group component="ul" gap="4px 14px">
      {sub_topics.map((subTopic) => (
        <li key={subTopic._id}>
          {subTopic.page_id ? (
            <RecordLink type="manual_pages" to={{ _id: subTopic.page_id, name: subTopic.name }} />
          ) : (
            <Gap topic={{ _id, name }} subTopic={subTopic} manual={manual} />
          )}
        </li>
      ))}
    </Group>
  </li>
)

type GapProps = { topic: Reference; subTopic: Reference; manual: Manual }

/** A sub topic without a page, which leads to the form for it. */
const Gap = ({ topic, subTopic, manual }: GapProps) => {
  const text = `${subTopic.name} (no page)`
  return manual.is_deleted ? (
    <Text span size="sm" c="dimmed">
      {text}
    </Text>
  ) : (
    <Anchor
      component={Link}
      to={`${listPaths['manual_pages']}?manual_id=${manual._id}&new`}
      state={{ name: manual.name, gap: { topic, subTopic: { _id: subTopic._id, name: subTopic.name } } }}
      size="sm"
      c="dimmed"
      underline="always"
      title="Write this page"
    >
      {text}
    </Anchor>
  )
}
