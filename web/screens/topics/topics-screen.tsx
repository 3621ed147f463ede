import { Text } from '@mantine/core'
import { subTopics } from '#contract/sub-topics.ts'
import { type Topic, topics } from '#contract/topics.ts'
import { number, rowNumber, status, text } from '#web/records/columns.tsx'
import { LifecycleModals } from '#web/records/lifecycle-modals.tsx'
import { ListGrid } from '#web/records/list-grid.tsx'
import { NewButton } from '#web/records/new-button.tsx'
import { actions, editAction, lifecycleAction } from '#web/records/row-actions.tsx'
import { useRowDialog } from '#web/records/use-row-dialog.ts'
import { Page } from '#web/ui/page.tsx'
import { TopicForm } from './topic-form.tsx'

const nameOf = (topic: Topic) => topic.name

export function TopicsScreen() {
  const { dialog, open, close } = useRowDialog<Topic>('topics')

  return (
    <Page title="Topics" actions={<NewButton onClick={() => open({ kind: 'new' })} />}>
      <ListGrid
        list={topics.list}
        label="Topics"
        columns={[
          rowNumber(),
          text('name', 'Name'),
          number('seq_no', 'Sequence No.'),
          status(),
          actions(nameOf, [editAction(open), lifecycleAction(open)]),
        ]}
      />
      {dialog?.kind === 'new' && <TopicForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <TopicForm topic={dialog.row} draft={dialog.draft} onClose={close} />}
      <LifecycleModals
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Topic', text: 'topic' }}
        nameOf={nameOf}
        remove={topics.delete}
        restore={topics.restore}
        input={(topic) => ({ topic_id: topic._id, version: topic.version })}
        refresh={[topics.list, subTopics.list]}
        alsoSaid={({ data }, kind) => goneAlong(data.subtopic_count, kind)}
      >
        {dialog?.row && <Text size="sm">{goingAlong(dialog.row)}</Text>}
      </LifecycleModals>
    </Page>
  )
}

function goingAlong({ is_deleted, subtopic_count, deleted_subtopic_count }: Topic) {
  const count = is_deleted ? deleted_subtopic_count : subtopic_count
  if (count === 0) return 'No sub topics go along.'
  const subTopicsGo = count === 1 ? 'Its 1 sub topic goes' : `Its ${count} sub topics go`
  return is_deleted
    ? `${subTopicsGo} along, whether deleted with the topic or before it.`
    : `${subTopicsGo} along. Restoring the topic brings ${count === 1 ? 'it' : 'them'} back.`
}

function goneAlong(count: number, kind: 'delete' | 'restore') {
  if (count === 0) return undefined
  return `${count === 1 ? '1 sub topic was' : `${count} sub topics were`} ${kind === 'delete' ? 'removed' : 'restored'} along.`
}
