import { type SubTopic, subTopics } from '#contract/sub-topics.ts'
import { count, number, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { cascadedText } from '#web/records/record/cascaded-text.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { SubTopicForm } from '#web/shared-forms/sub-topic-form.tsx'
import { formatCounts } from '#web/ui/format.ts'

export function SubTopicsScreen() {
  return (
    <RecordScreen
      type="sub_topics"
      calls={subTopics}
      columns={[
        rowNumber(),
        text('topic_name', { title: 'Topic' }),
        text('name'),
        number('seq_no'),
        status(),
        count('page_count', 'Manual Pages'),
        ...frenchColumn(),
      ]}
      along={cascadeText}
      secondToast={({ data }, kind) =>
        cascadedText(formatCounts([data.page_count, 'manual page']), data.pages_left, kind)
      }
      copies
      form={({ record, ...form }) => <SubTopicForm subTopic={record} {...form} />}
    />
  )
}

function cascadeText({ is_deleted, page_count, deleted_page_count }: SubTopic) {
  const going = formatCounts([is_deleted ? deleted_page_count : page_count, 'manual page'])
  if (!going) return 'It has no manual pages.'
  return is_deleted
    ? `Also restored: ${going}, whether deleted with the sub topic or before it.`
    : `Also deleted: ${going}. Restoring the sub topic brings back all of its pages.`
}
