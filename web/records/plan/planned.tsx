import type { ReactNode } from 'react'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import type { Plan } from './use-plan.ts'

type PlannedProps<Answer> = {
  plan: Plan<Answer>
  /** What is said while it loads. */
  label?: string
  children: (answer: Answer) => ReactNode
}

/** What a write would do, in a dialog; until that is known, that it is being read, or why it could not be. */
export function Planned<Answer>({ plan: { answer, error }, label, children }: PlannedProps<Answer>) {
  if (answer) return children(answer)
  return error ? <ApiErrorAlert error={error} /> : <Loading size="sm" {...(label && { label })} />
}
