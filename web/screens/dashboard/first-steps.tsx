import { Anchor, Button, Group, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { type FirstStep, firstSteps } from '#contract/first-steps.ts'
import { call } from '#web/api/call.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { screens } from '#web/navigation/screens.ts'
import { closeToast, toastError } from '#web/ui/feedback/toast.ts'
import { toastUndoable } from '#web/ui/feedback/undo-toast.tsx'
import classes from './first-steps.module.css'

type Words = { text: string; why: string; to: string }
const TOAST = 'first-steps'
const newAt = ({ path }: { path: string }) => `${path}?new`

const words: Record<FirstStep, Words> = {
  rv_types: { text: 'Add RV types', why: 'Owners choose one for their RV.', to: newAt(screens.rvTypes) },
  years: { text: 'Add years', why: 'Models and manuals belong to a year.', to: newAt(screens.years) },
  models: {
    text: 'Add models',
    why: 'Owners choose one when they register an RV.',
    to: newAt(screens.models),
  },
  topics: { text: 'Add topics', why: 'The chapters of the owner’s manuals.', to: newAt(screens.topics) },
  sub_topics: { text: 'Add sub topics', why: 'Each becomes a page of a manual.', to: newAt(screens.subTopics) },
  manual: { text: 'Add an owner’s manual', why: 'One for each RV type and year.', to: newAt(screens.manuals) },
  manual_page: {
    text: 'Write the first page',
    why: 'The text of a sub topic in one manual.',
    to: newAt(screens.manualPages),
  },
  terms_and_privacy: {
    text: 'Write the terms and the privacy policy',
    why: 'Two CMS pages; choose the codes “terms” and “privacy”.',
    to: newAt(screens.cmsPages),
  },
  colleague: {
    text: 'Invite a colleague',
    why: 'Someone who can help if you’re locked out.',
    to: newAt(screens.administrators),
  },
  second_factor: {
    text: 'Set up a second factor',
    why: 'A password alone can be stolen.',
    to: screens.security.path,
  },
  mail: {
    text: 'Set up email',
    why: 'No email is sent until SMTP_URL is set.',
    to: `${screens.system.path}#email`,
  },
  backups: {
    text: 'Set up backups',
    why: 'Done once the first backup is finished.',
    to: `${screens.system.path}#backups`,
  },
}

const groups: { title: string; names: FirstStep[] }[] = [
  { title: 'Catalogue', names: ['rv_types', 'years', 'models'] },
  { title: 'Manuals', names: ['topics', 'sub_topics', 'manual', 'manual_page'] },
  { title: 'Team and safety', names: ['terms_and_privacy', 'colleague', 'second_factor', 'mail', 'backups'] },
]

type FirstStepsProps = { steps: { name: FirstStep; is_done: boolean }[] }

/** What a new installation needs, in order: each step is done, or a link to where it is done. */
export function FirstSteps({ steps }: FirstStepsProps) {
  const client = useQueryClient()
  const dismiss = useMutation({
    meta: { changesRecords: false },
    mutationFn: (dismissed: boolean) => call(firstSteps.dismiss, { dismissed }),
    onSuccess: ({ message }, dismissed) => {
      void client.invalidateQueries({ queryKey: [firstSteps.get.path] })
      if (!dismissed) return closeToast(TOAST)
      toastUndoable(message, TOAST, () => dismiss.mutate(false))
    },
    onError: (error) => toastError(error.message),
  })
  const doneSteps = new Set(steps.flatMap(({ name, is_done }) => (is_done ? [name] : [])))

  return (
    <Paper component="section" withBorder p="lg" mb="md" aria-labelledby="first-steps">
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} size="h4" id="first-steps">
          First steps
        </Title>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {`${doneSteps.size} of ${steps.length} done`}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={dismiss.isPending}
            onClick={() => whenOnline(() => dismiss.mutate(true))}
          >
            Dismiss
          </Button>
        </Group>
      </Group>
      <div className={classes.groups}>
        {groups.map(({ title, names }) => (
          <section key={title} aria-label={title}>
            <Title order={3} size="h5">
              {title}
            </Title>
            <ol className={classes.steps}>
              {names.map((name, place) => (
                <Step key={name} name={name} place={place} isDone={doneSteps.has(name)} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Paper>
  )
}

const Step = ({ name, place, isDone }: { name: FirstStep; place: number; isDone: boolean }) => (
  <li className={classes.step} data-done={isDone || undefined}>
    <span className={classes.mark} aria-hidden>
      {isDone ? <Check size={14} /> : place + 1}
    </span>
    <div>
      {isDone ? (
        <Text size="sm" c="dimmed">
          {words[name].text} <VisuallyHidden component="span">Done</VisuallyHidden>
        </Text>
      ) : (
        <>
          <Anchor component={Link} to={words[name].to} size="sm" fw={600}>
            {words[name].text}
          </Anchor>
          <Text size="xs" c="dimmed">
            {words[name].why}
          </Text>
        </>
      )}
    </div>
  </li>
)
