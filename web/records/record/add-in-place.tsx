import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { useMe } from '#web/api/use-me.ts'
import { type Draft, draftOf } from '#web/forms/drafts.ts'
import { listPathOf, nounOf } from '#web/records/change/record-words.ts'

/** The form that adds a record over another form, and what it tells when it has. */
export type SmallForm = (props: {
  draft: Draft
  onAdded: (record: Reference) => void
  onClose: () => void
}) => ReactNode

type AddInPlaceProps = { type: RecordType; form: SmallForm; onAdded: (record: Reference) => void }

/**
 * A button below a choice that adds what is missing in a small form over the one that needs it. Its draft is that of the
 * list where such records are added, so that the two forms do not mix.
 */
export function AddInPlace({ type, form, onAdded }: AddInPlaceProps) {
  const admin = useMe()?._id
  const show = useContext(ShowOver)
  const choose = useCallbackRef(onAdded)
  const place = { form: `${type.replaceAll('_', '-')} new`, address: `${listPathOf(type)}?new`, record: undefined }
  const open = () => show(form({ draft: draftOf({ admin, ...place }), onAdded: choose, onClose: () => show(null) }))
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      // Close to its choice, and no wider than its words.
      mt={-10}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<Plus size={14} aria-hidden />}
      onClick={open}
    >
      Add {nounOf(type)}…
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
