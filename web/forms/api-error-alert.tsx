import { List } from '@mantine/core'
import { ApiError } from '#web/api/api-error.ts'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'

type ApiErrorAlertProps = {
  error: Error | null
  /** Shown instead of the message of the error. */
  message?: string | undefined
}

/** The message of a failed call, with its field errors as a list. Nothing while there is no error. */
export function ApiErrorAlert({ error, message = error?.message }: ApiErrorAlertProps) {
  const fieldErrors = error instanceof ApiError ? fieldMessages(error) : []
  return (
    <FormAlert message={message ?? null}>
      {fieldErrors.length > 0 && (
        <List size="sm">
          {fieldErrors.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
    </FormAlert>
  )
}

function fieldMessages({ body }: ApiError) {
  const { general: _shownAsToast, ...fields } = body.errors ?? {}
  return Object.values(fields)
    .flat()
    .filter((message) => message !== body.message)
}
