import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { manualPages } from '#contract/manual-pages.ts'
import { recordPathOf } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { Part } from '#web/records/page/part.tsx'
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx'
import classes from './manual-parts.module.css'

/** A page of a manual as its owners read it. */
export function Reading({ page }: { page: Reference | undefined }) {
  const container = useRef<HTMLDivElement>(null)
  const id = page?._id
  const first = useRef(id)
  useEffect(() => {
    if (id && id !== first.current) container.current?.scrollIntoView({ block: 'nearest' })
    first.current = undefined
  }, [id])
  return (
    <div ref={container} className={classes.reading}>
      {page ? (
        <PageText key={page._id} page={page} />
      ) : (
        <Part title="Reading view">
          <Text size="sm" c="dimmed">
            Choose a page to read it here.
          </Text>
        </Part>
      )}
    </div>
  )
}

function PageText({ page: { _id, name } }: { page: Reference }) {
  const { data, error, refetch } = useQuery(query(manualPages.get, { manual_page_id: _id }))
  const text = data?.data.content
  const path = recordPathOf('manual_pages', _id)
  return (
    <Part title={name} isLoading={!data} error={data ? null : error} onRetry={() => void refetch()}>
      <Group gap="sm" mb="xs">
        <Anchor component={Link} to={`${path}?edit=${_id}`} size="sm">
          Edit
        </Anchor>
        <Anchor component={Link} to={path} size="sm">
          Open the page
        </Anchor>
      </Group>
      {data && !text && (
        <Text size="sm" c="dimmed">
          No text yet.
        </Text>
      )}
      {text && <RichTextView html={text} />}
    </Part>
  )
}
