import { useCallbackRef } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import { listPaths } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import { useMe } from '#web/api/use-me.ts'
import { type Draft, draftOf } from '#web/forms/drafts.ts'
import { nounOf } from '#web/records/shared/record-words.ts'
import type { AddingChoice } from '#web/ui/fields/select-field.tsx'

export type OnAdded = (record: Reference) => void
/** What a form is given that can add a record over another form. */
export type SmallFormProps = {
  draft: Draft
  /** What was typed into the choice, for the name. */
  name?: string
  /** Called with a record that was added, before the form closes. */
  onAdded?: OnAdded
  onClose: () => void
}
/** The form that adds a record over another form. */
export type SmallForm = (props: Required<SmallFormProps>) => ReactNode

/** How what is missing in a choice is added. */
export type Adding = {
  type: RecordType
  form: SmallForm
  /** Its name is made from other records: what is typed into the choice is not part of it. */
  isNamedByOthers?: true
}

/**
 * What a choice needs to add what is missing, in a small form over the one that needs it. Its draft is that of the list
 * where such records are added, so that the two forms do not mix.
 */
export function useAddInPlace(adding: Adding | undefined, onAdded: OnAdded): AddingChoice | undefined {
  const admin = useMe()?._id
  const show = useContext(ShowOver)
  const choose = useCallbackRef(onAdded)
  if (!adding) return undefined
  const { type, form, isNamedByOthers = false } = adding
  const place = { form: `${type.replaceAll('_', '-')} new`, address: `${listPaths[type]}?new`, record: undefined }
  return {
    noun: nounOf(type),
    isNamedByOthers,
    start: (name) =>
      show(form({ draft: draftOf({ admin, ...place }), name, onAdded: choose, onClose: () => show(null) })),
  }
}

const ShowOver = createContext<(small: ReactNode) => void>(() => {})

/** Where small forms are: beside the form that needs them, because a form cannot be inside another one. */
export function SmallForms({ children }: { children: ReactNode }) {
  const [small, setSmall] = useState<ReactNode>(null)
  return (
    <ShowOver value={setSmall}>
      {children}
      {small}
    </ShowOver>
  )
}
