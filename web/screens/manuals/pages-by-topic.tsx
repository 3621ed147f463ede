import { Anchor, Text } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { Manual, ManualOutline } from '#contract/manuals.ts'
import { listPaths } from '#contract/paths.ts'
import { useListKeys } from '#web/records/list/use-list-keys.ts'
import { Part } from '#web/records/page/part.tsx'
import { countOf } from '#web/records/shared/record-words.ts'
import { tabStorage } from '#web/storage/storage.ts'
import { formatNumber } from '#web/ui/format.ts'
import { writtenWords } from './coverage-words.ts'
import { formFor, gapsIn } from './gaps.ts'
import classes from './manual-parts.module.css'
import type { ChosenPage } from './use-chosen-page.ts'

type Topic = ManualOutline['topics'][number]
type SubTopic = Topic['sub_topics'][number]

type PagesByTopicProps = {
  manual: Manual
  outline: ManualOutline | undefined
  error: Error | null
  onRetry: () => void
  chosen: ChosenPage
}

/** The pages of a manual by topic, with the sub topics that have none. */
export function PagesByTopic({ manual, outline, error, onRetry, chosen }: PagesByTopicProps) {
  const list = useRef<HTMLDivElement>(null)
  const { folds, fold } = useFolds()
  const gaps = outline ? gapsIn(outline) : []
  const order = outline?.topics.flatMap(({ sub_topics }) => sub_topics.map(({ _id }) => _id)) ?? []
  const isChosen = ({ page_id }: SubTopic) => page_id !== null && page_id === chosen.page?._id

  function goToNextGap() {
    const at = document.activeElement?.closest('[data-sub-topic]')?.getAttribute('data-sub-topic')
    const read = outline?.topics.flatMap(({ sub_topics }) => sub_topics).find(isChosen)?._id
    const here = order.indexOf(at ?? read ?? '')
    const next = gaps.find(({ subTopic }) => order.indexOf(subTopic._id) > here) ?? gaps[0]
    if (!next) return
    flushSync(() => fold(next.topic._id, true))
    list.current?.querySelector<HTMLElement>(`[data-sub-topic="${next.subTopic._id}"] a`)?.focus()
  }
  useListKeys({ n: goToNextGap })

  return (
    <Part title="Pages by topic" count={outline?.page_count} isLoading={!outline} error={error} onRetry={onRetry}>
      {outline && (
        <>
          <Text size="sm" mb="xs">
            {`${writtenWords(outline.page_count, order.length)}.`}
          </Text>
          <div ref={list} className={classes.topics} data-topics>
            {outline.topics.map((topic) => (
              <details
                key={topic._id}
                open={folds[topic._id] ?? topic.sub_topics.some(isChosen)}
                onToggle={({ currentTarget: { open } }) => fold(topic._id, open)}
              >
                <summary onKeyDown={moveByKey}>
                  <span>{topic.name}</span>
                  <span className={classes.count}>{writtenOf(topic)}</span>
                </summary>
                <ul>
                  {topic.sub_topics.map((subTopic) => (
                    <li key={subTopic._id} data-sub-topic={subTopic._id}>
                      {subTopic.page_id === null ? (
                        <Gap topic={topic} subTopic={subTopic} manual={manual} />
                      ) : (
                        <PageLink
                          id={subTopic.page_id}
                          name={subTopic.name}
                          isChosen={isChosen(subTopic)}
                          choose={chosen.choose}
                        />
                      )}
                    </li>
                  ))}
                </ul>
              </details>
            ))}
          </div>
          {outline.page_count > 0 && (
            <Anchor component={Link} to={`${listPaths['manual_pages']}?manual_id=${manual._id}`} size="sm">
              {`Show ${countOf('manual_pages', outline.page_count)} in the list`}
            </Anchor>
          )}
        </>
      )}
    </Part>
  )
}

const writtenOf = ({ sub_topics }: Topic) =>
  `${formatNumber(sub_topics.filter(({ page_id }) => page_id !== null).length)} of ${formatNumber(sub_topics.length)}`

type PageLinkProps = { id: string; name: string; isChosen: boolean; choose: (id: string) => void }

const PageLink = ({ id, name, isChosen, choose }: PageLinkProps) => (
  <a
    href={`#${id}`}
    className={classes.page}
    aria-current={isChosen || undefined}
    onKeyDown={moveByKey}
    onClick={(event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      choose(id)
    }}
  >
    {name}
  </a>
)

type GapProps = { topic: Topic; subTopic: SubTopic; manual: Manual }

/** A sub topic without a page, with the way to the form for it unless the manual is removed. */
function Gap({ topic, subTopic, manual }: GapProps) {
  const { to, state } = formFor(manual, {
    topic: { _id: topic._id, name: topic.name },
    subTopic: { _id: subTopic._id, name: subTopic.name },
  })
  return (
    <>
      <span className={classes.missing}>{subTopic.name}</span>
      {manual.is_deleted ? (
        <span className={classes.none}>no page</span>
      ) : (
        <Anchor
          component={Link}
          to={to}
          state={state}
          inherit
          aria-label={`Write ${subTopic.name}`}
          onKeyDown={moveByKey}
        >
          Write
        </Anchor>
      )}
    </>
  )
}

/** The arrow keys go through what is unfolded, and choose the pages that they come to. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  const entries = [
    ...(event.currentTarget.closest('[data-topics]')?.querySelectorAll<HTMLElement>('summary, details[open] a') ?? []),
  ]
  const next = entries[entries.indexOf(event.currentTarget) + step]
  event.preventDefault()
  next?.focus()
  if (next?.matches('a[href^="#"]')) next.click()
}

const KEY = 'unfolded-topics'

type Folds = Readonly<Record<string, boolean>>

const readFolds = () => JSON.parse(tabStorage.getItem(KEY) ?? '{}') as Folds

/** Which topics somebody has unfolded or folded, in all manuals, and a function that does; this tab remembers it. */
function useFolds() {
  const [folds, setFolds] = useState(readFolds)
  function fold(topic: string, isOpen: boolean) {
    const next = { ...readFolds(), [topic]: isOpen }
    tabStorage.setItem(KEY, JSON.stringify(next))
    setFolds(next)
  }
  return { folds, fold }
}
