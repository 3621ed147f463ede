import { Button, Group, SimpleGrid, Skeleton } from '@mantine/core'
import { ApiError } from '#web/api/api-error.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'
import { TextField } from '#web/ui/fields/fields.tsx'
import { MessagePage } from '#web/ui/page/message-page.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Section, State } from './section.tsx'
import { useSampleForm } from './use-sample-form.ts'

const LONG = 'A message that is so long that it needs several lines wherever it is shown. '.repeat(3)
const refusal = new ApiError(422, {
  message: 'This cannot be restored.',
  errors: { name: ['This name already exists.'] },
})

/** Alerts and toasts. */
export function FeedbackParts() {
  return (
    <Section title="Alerts and toasts">
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <State name="Alert">
          <FormAlert message="Something went wrong. Please try again." />
        </State>
        <State name="Long alert">
          <FormAlert message={LONG} />
        </State>
        <State name="API error with field errors">
          <ApiErrorAlert error={refusal} />
        </State>
        <State name="Loading">
          <Loading />
        </State>
        <State name="Loading in place of what comes">
          <Loading>
            <Skeleton h={60} />
          </Loading>
        </State>
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={() => toastSuccess('Saved successfully.')}>
          Success toast
        </Button>
        <Button variant="default" onClick={() => toastWarning('Please select at least one user.')}>
          Warning toast
        </Button>
        <Button variant="default" onClick={() => toastError(LONG)}>
          Error toast
        </Button>
      </Group>
    </Section>
  )
}

/** Whole pages: each one fills the window when it is used. */
export function PageParts() {
  const form = useSampleForm()
  const account = { label: 'Login', action: 'LOGIN', onSubmit: () => {} }
  return (
    <Section title="Pages">
      <State name="Page">
        <Page title={`RV Types ${'with a very long title '.repeat(5)}`} actions={<Button>New</Button>}>
          {null}
        </Page>
      </State>
      <State name="Message">
        <MessagePage inside title="404" message="Sorry, the page you visited does not exist.">
          <Button>Go Back</Button>
        </MessagePage>
      </State>
      <State name="Account page with an error, busy">
        <AccountPage title="Login" lead="Sign in to manage the RV owner app.">
          <AccountForm {...account} alert="Invalid email or password." busy>
            <TextField form={form} name="name" label="Email" />
          </AccountForm>
        </AccountPage>
      </State>
      <State name="Spinner">
        <FullScreenSpinner />
      </State>
    </Section>
  )
}
