import { Button, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import type { Me } from '#contract/account.ts'
import { type Rollover, type RolloverPart, rollovers } from '#contract/rollovers.ts'
import { yearFields, years } from '#contract/years.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { rememberChange } from '#web/api/session-changes.ts'
import { findOwnDraft } from '#web/forms/draft-store.ts'
import { draftOf, draftValues, useAutosaveDraft } from '#web/forms/drafts.ts'
import { formKeys } from '#web/forms/form-keys.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { screens } from '#web/navigation/screens.ts'
import { undoableIn } from '#web/records/change/toast-change.tsx'
import { GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { DraftNotice } from '#web/records/record/draft-notice.tsx'
import { nextNumber } from '#web/records/record/next-number.ts'
import { RecordSelect } from '#web/records/record/record-select.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { FieldRegistryProvider, useFieldRegistry } from '#web/ui/fields/field-registry.tsx'
import { NumberField } from '#web/ui/fields/fields.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import classes from './rollover.module.css'
import { countsInWords, leftOutInWords, totalOf } from './rollover-words.ts'
import { TickList } from './tick-list.tsx'
import { partsOf, useRolloverPlan } from './use-rollover-plan.ts'

const FORM = 'rollover'
const TITLE = 'Prepare a model year'

const PART_WORDS: Record<RolloverPart, { label: string; description: string }> = {
  models: { label: 'Models', description: 'With their sequence numbers and descriptions.' },
  manuals: { label: 'Manuals', description: 'Without their PDFs.' },
  pages: { label: 'Manual pages', description: 'With their pictures. Select manuals to copy their pages.' },
}

const schema = z
  .object({
    from_year_id: z.string().min(1, 'Please choose the year to copy.'),
    name: yearFields.shape.name,
    models: z.boolean(),
    manuals: z.boolean(),
    pages: z.boolean(),
    left_models: z.array(z.string()),
    left_manuals: z.array(z.string()),
    left_topics: z.array(z.string()),
  })
  .refine((fields) => partsOf(fields).length > 0, { path: ['parts'], message: 'Please choose what to copy.' })

const EMPTY = {
  from_year_id: '',
  name: '',
  models: true,
  manuals: true,
  pages: true,
  left_models: [] as string[],
  left_manuals: [] as string[],
  left_topics: [] as string[],
}

type PrepareCardProps = {
  me: Me
  /** The key of the draft to go on with. */
  resumed: string | undefined
  onBegun: (rollover: Rollover) => void
}

/** The form that begins to prepare a model year, with what it would make. */
export function PrepareCard({ me, resumed, onBegun }: PrepareCardProps) {
  const [draft] = useState(() =>
    draftOf({ admin: me._id, form: FORM, address: screens.rollover.path }, findOwnDraft(me._id, FORM, resumed)),
  )
  const [restored, setRestored] = useState(draft.values !== undefined)
  const registry = useFieldRegistry(draft)
  const { form, alert, busy, dirty, valid, onSubmit, stop, startFrom, suggest } = useContractForm({
    schema,
    values: EMPTY,
    restoredValues: draftValues(draft, EMPTY),
    draft,
    done: 'sent',
    send: ({ name }, options) => {
      autosave.saveNow()
      return call(rollovers.prepare, { ...(plan.input as NonNullable<typeof plan.input>), name }, options)
    },
    onSent: (answer) => {
      autosave.discard()
      setRestored(false)
      startFrom(EMPTY)
      toastSuccess(answer.message)
      const offered = undoableIn(answer)
      if (offered) rememberChange(offered)
      onBegun(answer.data)
    },
  })
  const { values } = form
  const autosave = useAutosaveDraft(
    draft,
    values,
    dirty,
    (values) => ({ title: TITLE, labels: registry.labels(values), named: ['name'] }),
    TITLE,
  )
  const plan = useRolloverPlan(values)
  useSuggestedName(values.from_year_id, suggest)
  const discard = () => {
    autosave.discard()
    startFrom(EMPTY)
    setRestored(false)
  }

  const { all, chosen } = plan
  const parts = partsOf(values)
  const isNothing = plan.input !== undefined && chosen !== undefined && totalOf(chosen.counts) === 0
  return (
    <Card title={TITLE} text="Copies what a year has into a new one, which owners do not see until it goes live.">
      <FieldRegistryProvider registry={registry}>
        <form
          {...formKeys}
          noValidate
          aria-label={TITLE}
          onSubmit={(event) => (plan.input && !isNothing ? onSubmit(event) : event.preventDefault())}
        >
          <Stack mt="md">
            {restored && dirty && <DraftNotice onDiscard={discard} />}
            {alert && <FormAlert message={alert} />}
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <RecordSelect
                form={form}
                name="from_year_id"
                label="Year to copy"
                from={(search) => query(years.list, choicesInput(search))}
                empty="There is no active year yet."
              />
              <NumberField form={form} name="name" label="Name of the new year" />
            </SimpleGrid>
            <Checkbox.Group
              label="What to copy"
              required
              value={parts}
              onChange={(chosen) => {
                for (const part of ['models', 'manuals'] as const) form.setFieldValue(part, chosen.includes(part))
                // What is chosen of pages is kept while there are no manuals.
                if (values.manuals) form.setFieldValue('pages', chosen.includes('pages'))
              }}
              error={parts.length === 0 && 'Please choose what to copy.'}
            >
              <Group gap="lg" mt={6} align="flex-start">
                {(Object.keys(PART_WORDS) as RolloverPart[]).map((part) => (
                  <Checkbox
                    key={part}
                    value={part}
                    {...PART_WORDS[part]}
                    disabled={part === 'pages' && !values.manuals}
                  />
                ))}
              </Group>
            </Checkbox.Group>
            {plan.isAsked && !all && !plan.error && (
              <Loading>
                <Skeleton h={180} />
              </Loading>
            )}
            {plan.error && !chosen && (
              <GridMessage urgent text={plan.error.message} action="Retry" onAction={plan.retry} />
            )}
            {all && (
              <>
                <SimpleGrid cols={{ base: 1, md: Math.max(2, parts.length) }}>
                  {values.models && (
                    <TickList
                      title="Models"
                      choices={all.models.map(({ rv_type, ...model }) => ({ ...model, note: rv_type }))}
                      left={values.left_models}
                      onChange={(left) => form.setFieldValue('left_models', left)}
                    />
                  )}
                  {values.manuals && (
                    <TickList
                      title="Manuals"
                      choices={all.manuals.map(withPages)}
                      left={values.left_manuals}
                      onChange={(left) => form.setFieldValue('left_manuals', left)}
                    />
                  )}
                  {parts.includes('pages') && (
                    <TickList
                      title="Topics"
                      choices={all.topics.map(withPages)}
                      left={values.left_topics}
                      onChange={(left) => form.setFieldValue('left_topics', left)}
                    />
                  )}
                </SimpleGrid>
                <Text component="output" c="dimmed" aria-busy={plan.input === undefined}>
                  {[
                    chosen && leftOutInWords(all.counts, chosen.counts),
                    'Removed records and PDFs are not copied; pictures are shared.',
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </Text>
              </>
            )}
            <Group gap="sm">
              <Button
                type="submit"
                className={classes.submit ?? ''}
                disabled={!valid || !plan.input || isNothing}
                loading={busy}
              >
                {chosen ? `Prepare ${countsInWords(chosen.counts)}` : 'Prepare'}
              </Button>
              {busy && (
                <Button variant="default" onClick={stop}>
                  Cancel
                </Button>
              )}
              {dirty && !busy && (
                <Button variant="subtle" onClick={discard}>
                  Clear
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </FieldRegistryProvider>
    </Card>
  )
}

const withPages = ({ page_count, ...named }: { _id: string; name: string; page_count: number }) => ({
  ...named,
  note: formatCount(page_count, 'page'),
})

/** Fills in the number after that of the copied year, while nobody has typed another name. */
function useSuggestedName(year_id: string, suggest: (values: { name: string }) => void) {
  const { data } = useQuery({ ...query(years.get, { year_id }), enabled: year_id !== '' })
  const next = data && year_id ? nextNumber(data.data.name) : ''
  const fillIn = useEffectEvent((name: string) => suggest({ name }))
  useEffect(() => {
    if (next) fillIn(next)
  }, [next])
}
