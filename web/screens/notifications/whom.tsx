import { SegmentedControl } from '@mantine/core'
import type { useMeant } from '#web/shared-forms/conditions/use-meant.ts'
import { ByConditions } from './by-conditions.tsx'
import type { Selection } from './selection.ts'
import { UserPicker } from './user-picker.tsx'

export const NO_CONDITIONS: unknown = { all: [] }
const ways = [
  { value: 'list', label: 'From the list' },
  { value: 'conditions', label: 'By conditions' },
]

type WhomProps = {
  isByConditions: boolean
  onWay: (isByConditions: boolean) => void
  audience: unknown
  onAudience: (audience: unknown) => void
  counted: ReturnType<typeof useMeant>
  selection: Selection
  /** Leads to the message, where that is above. */
  onWrite?: (() => void) | undefined
}

/** Chooses who gets a message: users from the list, or those who meet conditions. */
export function Whom({ isByConditions, onWay, audience, onAudience, counted, selection, onWrite }: WhomProps) {
  return (
    <>
      <SegmentedControl
        aria-label="How recipients are chosen"
        mb="sm"
        data={ways}
        value={isByConditions ? 'conditions' : 'list'}
        onChange={(way) => onWay(way === 'conditions')}
      />
      {isByConditions ? (
        <ByConditions audience={audience} onChange={onAudience} counted={counted} onWrite={onWrite} />
      ) : (
        <UserPicker selection={selection} onWrite={onWrite} />
      )}
    </>
  )
}
