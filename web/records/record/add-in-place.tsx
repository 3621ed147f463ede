import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import { listPaths } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import { useMe } from '#web/api/use-me.ts'
import { type Draft, draftOf } from '#web/forms/drafts.ts'
import { nounOf } from '#web/records/shared/record-words.ts'

/** The form that adds a record over another form, and what it tells when it has. */
export type SmallForm = (props: {
  draft: Draft
  /** What was typed into the choice, for the name. */
  name: string
  onAdded: (record: Reference) => void
  onClose: () => void
}) => ReactNode

/** How what is missing in a choice is added. */
export type Adding = {
  type: RecordType
  form: SmallForm
  /** Its name is made of other records: what is typed into the choice does not say it. */
  isNamedByOthers?: true
}

/**
 * Returns a function that adds what is missing in a choice, in a small form over the one that needs it. Its draft is that
 * of the list where such records are added, so that the two forms do not mix.
 */
export function useAddInPlace(adding: Adding | undefined, onAdded: (record: Reference) => void) {
  const admin = useMe()?._id
  const show = useContext(ShowOver)
  const choose = useCallbackRef(onAdded)
  if (!adding) return undefined
  const { type, form } = adding
  const place = { form: `${type.replaceAll('_', '-')} new`, address: `${listPaths[type]}?new`, record: undefined }
  return (name = '') =>
    show(form({ draft: draftOf({ admin, ...place }), name, onAdded: choose, onClose: () => show(null) }))
}

/** The button below a choice that adds what is missing. */
export function AddButton({ type, onAdd }: { type: RecordType; onAdd: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      // Close to its choice, and no wider than its words.
      mt={-10}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<Plus size={14} aria-hidden />}
      onClick={() => onAdd()}
    >
      {`Add ${nounOf(type)}…`}
    </Button>
  )
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
