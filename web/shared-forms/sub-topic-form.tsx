import { type SubTopic, subTopicFields } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { query } from '#web/api/query.ts'
import type { SmallFormProps } from '#web/records/record/add-in-place.tsx'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { TopicForm } from './topic-form.tsx'

type SubTopicFormProps = SmallFormProps & {
  subTopic?: SubTopic
  from?: SubTopic | undefined
  /** What a new one is for: the id of its topic. */
  topic?: string
}

/** The form of a new sub topic, or of this one. */
export function SubTopicForm({ subTopic, from, draft, topic, name = '', onAdded, onClose }: SubTopicFormProps) {
  return (
    <FormModal
      type="sub_topics"
      schema={subTopicFields}
      record={subTopic}
      from={from}
      values={(record) => ({
        topic_id: record?.topic_id._id ?? topic ?? '',
        name: record?.name ?? name,
        name_fr: record?.name_fr ?? '',
        seq_no: String(record?.seq_no ?? ''),
      })}
      again={{ values: ({ topic_id, seq_no }) => ({ topic_id, seq_no: nextNumber(seq_no) }) }}
      draft={draft}
      onAdded={onAdded}
      onClose={onClose}
    >
      {(form, record) => (
        <>
          <RecordSelect
            form={form}
            name="topic_id"
            from={(search) => query(topics.list, choicesInput(search))}
            current={record?.topic_id}
            empty="There is no active topic yet."
            add={{ type: 'topics', form: (props) => <TopicForm {...props} /> }}
            disabled={Boolean(subTopic ?? topic)}
          />
          <WithFrench form={form} name="name" type="sub_topics" record={subTopic}>
            {(field) => <TextField form={form} {...field} />}
          </WithFrench>
          <NumberField form={form} name="seq_no" />
        </>
      )}
    </FormModal>
  )
}
