import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Manual, type ManualOutline, manuals } from '#contract/manuals.ts'
import { query } from '#web/api/query.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { countOf, listPathOf } from '#web/records/change/record-words.ts'
import { Part } from '#web/records/page/part.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { WarningText } from '#web/ui/warning-text.tsx'

/** What is peculiar to a manual: its PDF with its state, and its pages by topic with the gaps. */
export const ManualParts = ({ manual }: { manual: Manual }) => (
  <>
    <PdfPart manual={manual} />
    <Outline id={manual._id} />
  </>
)

const PdfPart = ({ manual: { name, pdf_url, pdf_made_at, pdf_outdated } }: { manual: Manual }) => (
  <Part title="PDF">
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
          {pdf_outdated ? (
            <WarningText>Out of date: pages have changed since.</WarningText>
          ) : (
            'It shows the pages as they are.'
          )}
        </Text>
      </>
    ) : (
      <Text size="sm" c="dimmed">
        There is none yet.
      </Text>
    )}
  </Part>
)

function Outline({ id }: { id: string }) {
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
              <Topic key={topic._id} topic={topic} />
            ))}
          </ul>
          {outline.page_count > 0 && (
            <Anchor component={Link} to={`${listPathOf('manual_pages')}?manual_id=${id}`} size="sm">
              Show {countOf('manual_pages', outline.page_count)} in the list
            </Anchor>
          )}
        </>
      )}
    </Part>
  )
}

const Topic = ({ topic: { _id, name, sub_topics } }: { topic: ManualOutline['topics'][number] }) => (
  <li>
    <RecordLink type="topics" to={{ _id, name }} isStrong />
    <Group component="ul" gap="4px 14px">
      {sub_topics.map((subTopic) => (
        <li key={subTopic._id}>
          {subTopic.page_id ? (
            <RecordLink type="manual_pages" to={{ _id: subTopic.page_id, name: subTopic.name }} />
          ) : (
            <Text span size="sm" c="dimmed">
              {subTopic.name} (no page)
            </Text>
          )}
        </li>
      ))}
    </Group>
  </li>
)
