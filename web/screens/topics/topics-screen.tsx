import { type Topic, topics } from '#contract/topics.ts'
import { withHelp } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { RecordHistory } from '#web/records/changes/record-history.tsx'
import { cascadedText } from '#web/records/dialogs/cascaded-text.ts'
import { DeleteRestoreDialog } from '#web/records/dialogs/delete-restore-dialog.tsx'
import { useRowDialog } from '#web/records/dialogs/use-row-dialog.ts'
import { count, number, rowNumber, status, text } from '#web/records/list/columns.tsx'
import { ListScreen } from '#web/records/list/list-screen.tsx'
import { actions, deleteRestoreAction, editAction, historyAction } from '#web/records/list/row-actions.tsx'
import { formatCounts } from '#web/ui/format.ts'
import { TopicForm } from './topic-form.tsx'

const nameOf = (topic: Topic) => topic.name

export function TopicsScreen() {
  const { dialog, open, close, missing } = useRowDialog<Topic>('topics', topics)

  return (
    <ListScreen
      screen={withHelp(screens.topics)}
      name="topics"
      selectable={nameOf}
      sequence={{ nameOf }}
      list={topics.list}
      columns={[
        rowNumber(),
        text('name', 'Name'),
        number('seq_no', 'Sequence No.'),
        status(),
        count('subtopic_count', 'Sub Topics'),
        count('page_count', 'Manual Pages'),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <TopicForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <TopicForm topic={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="topics"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Topic', text: 'topic' }}
        nameOf={nameOf}
        remove={topics.delete}
        restore={topics.restore}
        input={(topic) => ({ topic_id: topic._id, version: topic.version })}
        secondToast={({ data }, kind) => cascadedText(counted(data), data.pages_left, kind)}
        along={cascadeText}
      />
      <RecordHistory type="topics" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}

const counted = ({ subtopic_count, page_count }: Pick<Topic, 'subtopic_count' | 'page_count'>) =>
  formatCounts([subtopic_count, 'sub topic'], [page_count, 'manual page'])

function cascadeText({ is_deleted, deleted_subtopic_count, deleted_page_count, ...topic }: Topic) {
  const going = is_deleted
    ? counted({ subtopic_count: deleted_subtopic_count, page_count: deleted_page_count })
    : counted(topic)
  if (!going) return 'No sub topics or manual pages go along.'
  return is_deleted
    ? `Going along: ${going}, whether deleted with the topic or before it.`
    : `Going along: ${going}. Restoring the topic brings back all that is below it.`
}
