import { type Topic, topics } from '#contract/topics.ts'
import { type Column, count, number, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { frenchColumn } from '#web/records/list/columns/french-column.ts'
import { flagFilter } from '#web/records/list/filters/choice-filter.tsx'
import { cascadedText } from '#web/records/record/cascaded-text.ts'
import { RecordScreen } from '#web/records/record/record-screen.tsx'
import { TopicForm } from '#web/shared-forms/topic-form.tsx'
import { formatCounts } from '#web/ui/format.ts'

const required: Column<Topic> = {
  field: 'required',
  title: '',
  sortable: true,
  filter: flagFilter('Required', 'Not required'),
  width: 132,
  optional: true,
  cell: (topic) => (topic.required ? 'Required' : ''),
}

export function TopicsScreen() {
  return (
    <RecordScreen
      type="topics"
      calls={topics}
      columns={[
        rowNumber(),
        text('name'),
        number('seq_no'),
        required,
        status(),
        count('subtopic_count', 'Sub Topics'),
        count('page_count', 'Manual Pages'),
        ...frenchColumn(),
      ]}
      along={cascadeText}
      secondToast={({ data }, kind) => cascadedText(counted(data), data.pages_left, kind)}
      form={({ record, ...form }) => <TopicForm topic={record} {...form} />}
    />
  )
}

const counted = ({ subtopic_count, page_count }: Pick<Topic, 'subtopic_count' | 'page_count'>) =>
  formatCounts([subtopic_count, 'sub topic'], [page_count, 'manual page'])

function cascadeText({ is_deleted, deleted_subtopic_count, deleted_page_count, ...topic }: Topic) {
  const going = is_deleted
    ? counted({ subtopic_count: deleted_subtopic_count, page_count: deleted_page_count })
    : counted(topic)
  if (!going) return 'It has no sub topics or manual pages.'
  return is_deleted
    ? `Also restored: ${going}, whether deleted with the topic or before it.`
    : `Also deleted: ${going}. Restoring the topic brings back everything below it.`
}
