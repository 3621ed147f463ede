import { type SubTopic, subTopics } from '#contract/sub-topics.ts'
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
import { SubTopicForm } from './sub-topic-form.tsx'

const nameOf = (subTopic: SubTopic) => subTopic.name
// Sub topics move among those of their topic.
const topicFilter = ({ topic_name }: SubTopic) => ({ topic_name: { op: 'equals', value: topic_name } as const })

export function SubTopicsScreen() {
  const { dialog, open, close, missing } = useRowDialog<SubTopic>('sub-topics', subTopics)

  return (
    <ListScreen
      screen={withHelp(screens.subTopics)}
      name="sub_topics"
      selectable={nameOf}
      sequence={{ nameOf, within: { noun: 'topic', filters: topicFilter } }}
      list={subTopics.list}
      columns={[
        rowNumber(),
        text('topic_name', 'Topic'),
        text('name', 'Name'),
        number('seq_no', 'Sequence No.'),
        status(),
        count('page_count', 'Manual Pages'),
        actions(nameOf, [editAction(open), deleteRestoreAction(open), historyAction(open)]),
      ]}
      onNew={() => open({ kind: 'new' })}
    >
      {dialog?.kind === 'new' && <SubTopicForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <SubTopicForm subTopic={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="sub_topics"
        dialog={dialog}
        onClose={close}
        wording={{ title: 'Sub Topic', text: 'sub topic' }}
        nameOf={nameOf}
        remove={subTopics.delete}
        restore={subTopics.restore}
        input={(subTopic) => ({ sub_topic_id: subTopic._id, version: subTopic.version })}
        secondToast={({ data }, kind) =>
          cascadedText(formatCounts([data.page_count, 'manual page']), data.pages_left, kind)
        }
        along={cascadeText}
      />
      <RecordHistory type="sub_topics" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}

function cascadeText({ is_deleted, page_count, deleted_page_count }: SubTopic) {
  const going = formatCounts([is_deleted ? deleted_page_count : page_count, 'manual page'])
  if (!going) return 'No manual pages go along.'
  return is_deleted
    ? `Going along: ${going}, whether deleted with the sub topic or before it.`
    : `Going along: ${going}. Restoring the sub topic brings back all of its pages.`
}
