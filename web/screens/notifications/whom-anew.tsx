import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallInput } from '#contract/endpoint.ts'
import type { Purpose } from '#contract/message-fields.ts'
import type { Notification, notifications } from '#contract/notifications.ts'
import { ListScopeProvider, withoutScope } from '#web/records/list/state/list-scope.ts'
import { chosenHeldBackWords } from '#web/shared-forms/conditions/held-back.ts'
import { useMeant } from '#web/shared-forms/conditions/use-meant.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { formatCount } from '#web/ui/format.ts'
import { useAgreed } from './agreed.ts'
import { useRecipientSelection } from './selection.ts'
import { recipientsText } from './selection-words.ts'
import { NO_CONDITIONS, Whom } from './whom.tsx'

/** Who is to get a message that waits, as input of its call. */
export type WhomChosen = Pick<CallInput<typeof notifications.rewrite>, 'user_ids' | 'all_matching' | 'audience'>

/** In the address: what the list of users of the dialog keeps there. */
const SCOPE = 'whom'

/** Who gets a message that waits: as before, until others are chosen. `expect` is how many of those were counted. */
export function useWhomAnew({ audience: before }: Notification, purpose: Purpose) {
  const selection = useRecipientSelection()
  const [audience, setAudience] = useState<unknown>(before ?? NO_CONDITIONS)
  const [isByConditions, setIsByConditions] = useState(before !== null)
  const counted = useMeant(audience, purpose)
  const agreed = useAgreed(isByConditions ? { ...selection, count: 0 } : selection, purpose)
  const isCounting = isByConditions ? counted.isCounting : selection.isCounting || agreed.isCounting
  const count = isByConditions ? (counted.meant?.count ?? 0) : (agreed.count ?? selection.count)
  return {
    fields: { isByConditions, onWay: setIsByConditions, audience, onAudience: setAudience, counted, selection },
    chosen: (isByConditions ? { audience } : selection.recipients) as WhomChosen,
    /** The call takes a number only where it may mean other people by then. */
    expect: isByConditions || selection.all ? { expect: count } : {},
    isReady: !isCounting && count > 0 && (!isByConditions || (counted.ready && !counted.error)),
    words: recipientsText(
      isByConditions ? { count, all: null, leftOut: 0, words: counted.meant?.words ?? '' } : { ...selection, count },
    ),
    heldBack: chosenHeldBackWords(agreed.heldBack),
    forget() {
      selection.clear()
      setAudience(before ?? NO_CONDITIONS)
      setIsByConditions(before !== null)
    },
  }
}

type WhomAnewProps = {
  notification: Notification
  whom: ReturnType<typeof useWhomAnew>
  /** Who is chosen; null where that stays. */
  value: WhomChosen | null
  onChange: (chosen: WhomChosen | null) => void
  /** How often the choice was opened, if it is open: the next one may be wanted while the last one fades out. */
  opened: number | null
  onOpen: (isOpen: boolean) => void
}

/** Says who gets a message that waits, and lets others be chosen. */
export function WhomAnew({
  notification: { counted, meant_for },
  whom,
  value,
  onChange,
  opened,
  onOpen,
}: WhomAnewProps) {
  const before = `${formatCount(counted ?? 0, 'user')}${meant_for ? `: ${meant_for}` : ''}`
  function leave() {
    whom.forget()
    onChange(null)
  }
  return (
    <>
      <Text size="sm" component="output" style={{ overflowWrap: 'anywhere' }}>
        {`To ${value ? whom.words : before}, counted again when it goes.`}
      </Text>
      {value &&
        whom.heldBack.map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => onOpen(true)}>
          Change who gets it
        </Button>
        {value && (
          <Button variant="subtle" size="compact-sm" onClick={leave}>
            Leave as it was
          </Button>
        )}
      </Group>
      {opened !== null && (
        <WhomDialog
          key={opened}
          whom={whom}
          onChoose={() => onChange(whom.chosen)}
          onLeave={leave}
          onClose={() => onOpen(false)}
        />
      )}
    </>
  )
}

type WhomDialogProps = {
  whom: ReturnType<typeof useWhomAnew>
  onChoose: () => void
  onLeave: () => void
  onClose: () => void
}

function WhomDialog({ whom, onChoose, onLeave, onClose }: WhomDialogProps) {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const dialog = useDialog(onClose)
  function close(act: () => void) {
    act()
    // The next message begins with the whole list.
    void navigate({ search: withoutScope(search, SCOPE), hash }, { replace: true, state })
    dialog.close()
  }
  return (
    <Dialog title="Who gets it" dialog={dialog} onCloseRequest={() => close(onLeave)} frame="sheet">
      <ListScopeProvider value={SCOPE}>
        <Whom {...whom.fields} />
      </ListScopeProvider>
      <DialogFooter>
        <Button variant="default" onClick={() => close(onLeave)}>
          Leave as it was
        </Button>
        <Button disabled={!whom.isReady} onClick={() => close(onChoose)}>
          Choose
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
