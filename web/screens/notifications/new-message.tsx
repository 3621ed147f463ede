import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#contract/account.ts'
import type { Purpose } from '#contract/message-fields.ts'
import { notifications } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { hasFrench } from '#web/api/settings.ts'
import { findOwnDraft } from '#web/forms/draft-store.ts'
import { draftOf, draftValues, useAutosaveDraft } from '#web/forms/drafts.ts'
import { useIdempotencyKey } from '#web/forms/idempotency-key.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { screens } from '#web/navigation/screens.ts'
import { namedBy } from '#web/records/shared/labels.ts'
import { useMeant } from '#web/shared-forms/conditions/use-meant.ts'
import { linkInput, NO_LINK } from '#web/shared-forms/message-links.tsx'
import { toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { useAgreed } from './agreed.ts'
import { ConfirmSendDialog } from './confirm-send-dialog.tsx'
import { JustSent } from './just-sent.tsx'
import type { KeptSelection } from './kept-selection.ts'
import { MessageForm } from './message-form.tsx'
import classes from './new-message.module.css'
import { type Recipients, useRecipientSelection } from './selection.ts'
import { meantBy } from './selection-words.ts'
import { AT_ONCE, sendAtInput, sendAtOfForm, writtenFields } from './when-sent.tsx'
import { NO_CONDITIONS, Whom } from './whom.tsx'

const FORM = 'manage-notifications'
const EMPTY = {
  title: '',
  description: '',
  title_fr: '',
  description_fr: '',
  purpose: 'service' as Purpose,
  ...NO_LINK,
  ...AT_ONCE,
}
/** More recipients than this need confirmation: what is sent cannot be recalled. */
const CONFIRM_ABOVE = 1

/** What a draft keeps of a message. */
type Kept = typeof EMPTY & { selection: KeptSelection; audience?: unknown }

type NewMessageProps = {
  me: Me
  /** The key of the draft to go on with. */
  resumed: string | undefined
  /** Who was chosen on another screen; a draft then only says what is written. */
  chosen?: KeptSelection | undefined
  onShowSent: (message: string) => void
}

function goTo(part: HTMLElement | null) {
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}

/** The view for a new message: users, form and the message sent last. */
export function NewMessage({ me, resumed, chosen, onShowSent }: NewMessageProps) {
  const navigate = useNavigate()
  // Counted, as the next one may be asked while the last one fades out.
  const [question, setQuestion] = useState({ number: 0, isOpen: false })
  const [sent, setSent] = useState<{ id: string; leftOut: number }>()
  const [draft] = useState(() =>
    draftOf({ admin: me._id, form: FORM, address: screens.notifications.path }, findOwnDraft(me._id, FORM, resumed)),
  )
  const kept = draft.values as Kept | undefined
  // What came back stays what it was, no matter who has been selected since.
  const [restored, setRestored] = useState(
    kept && { meant: chosen ? undefined : kept.selection && meantBy(kept.selection) },
  )
  const selection = useRecipientSelection(chosen ?? kept?.selection)
  const [audience, setAudience] = useState(kept?.audience ?? NO_CONDITIONS)
  const [isByConditions, setIsByConditions] = useState(!chosen && kept?.audience !== undefined)
  const idempotencyKey = useIdempotencyKey(draft)
  const peoplePart = useRef<HTMLElement>(null)
  const formPart = useRef<HTMLDivElement>(null)

  const message = useContractForm({
    schema: writtenFields,
    values: EMPTY,
    restoredValues: draftValues(draft, EMPTY),
    done: 'sent',
    // The recipients are not a form field, so the form's own key would not change with them.
    send: ({ purpose, title, description, title_fr, description_fr, link_type, link, ...when }, { signal }) => {
      const recipients = isByConditions ? { audience } : selection.recipients
      const french = title_fr && hasFrench() ? { title_fr, description_fr } : {}
      const text = { title, description, ...french, ...sendAtInput(when) }
      const leads = linkInput({ link_type, link })
      const input = { ...text, ...recipients, ...(purpose !== 'service' && { purpose }), ...(leads && { link: leads }) }
      const expect = selection.all || isByConditions ? { expect: meant.count } : {}
      // The key of what is sent must survive a reload that comes before the answer.
      autosave.saveNow()
      // The number is not part of the key: a message counted again after a lost answer must not be sent a second time.
      return idempotencyKey.send(input, (key) =>
        call(notifications.send, { ...input, ...expect }, { idempotencyKey: key, signal }),
      )
    },
    onSent: ({ message, data }) => {
      autosave.discard()
      setRestored(undefined)
      const reached = data.recipients + data.held_back.no_consent
      setSent({ id: data._id, leftOut: selection.all || isByConditions ? 0 : selection.count - reached })
      forgetRecipients()
      toastSuccess(message)
    },
  })
  const { purpose } = message.form.values
  const counted = useMeant(audience, purpose)
  const recipients: Recipients = isByConditions
    ? { ...selection, count: counted.meant?.count ?? 0, all: null, leftOut: 0, words: counted.meant?.words ?? '' }
    : selection
  // With conditions, those who have not agreed are counted too.
  const agreed = useAgreed(isByConditions ? { ...selection, count: 0 } : selection, purpose)
  // Whom the message would reach.
  const meant = agreed.count === undefined ? recipients : { ...recipients, count: agreed.count }
  const toKeep = useMemo<Kept>(
    () => ({ ...message.form.values, selection: selection.kept, ...(isByConditions && { audience }) }),
    [message.form.values, selection.kept, isByConditions, audience],
  )
  const autosave = useAutosaveDraft(draft, toKeep, message.dirty || selection.count > 0 || isByConditions, () => ({
    title: 'Notification',
    named: namedBy('notifications'),
  }))

  function forgetRecipients() {
    selection.clear()
    setAudience(NO_CONDITIONS)
    setIsByConditions(false)
  }

  function send() {
    if (isByConditions && !counted.ready) toastWarning('Please finish each condition.')
    else if (isByConditions && counted.meant?.count === 0 && !counted.isCounting)
      toastWarning('Nobody meets these conditions now.')
    else if (isByConditions && counted.error) toastWarning(counted.error.message)
    else if (isByConditions) ask()
    else if (!selection.count) toastWarning('Please select at least one user.')
    else if (selection.all || selection.count > CONFIRM_ABOVE) ask()
    else void message.submit()
  }

  function ask() {
    setQuestion(({ number }) => ({ number: number + 1, isOpen: true }))
  }

  function discard() {
    autosave.discard()
    message.reset()
    forgetRecipients()
    setRestored(undefined)
  }

  function cancel() {
    discard()
    void navigate(screens.dashboard.path)
  }

  // In visual order: on phones the message would stand below ten cards.
  const isMessageFirst = useNarrowerThan('lg')
  const goToPeople = () => goTo(peoplePart.current)
  const goToForm = () => goTo(formPart.current)
  const people = (
    <section key="people" ref={peoplePart} tabIndex={-1} aria-label="Recipients" className={classes.users}>
      <Whom
        isByConditions={isByConditions}
        onWay={setIsByConditions}
        audience={audience}
        onAudience={setAudience}
        counted={counted}
        selection={selection}
        onWrite={isMessageFirst ? goToForm : undefined}
      />
    </section>
  )
  const form = (
    <div key="form" ref={formPart} tabIndex={-1} className={classes.message}>
      {sent && <JustSent {...sent} onShow={() => onShowSent(sent.id)} onDismiss={() => setSent(undefined)} />}
      <MessageForm
        message={message}
        selection={recipients}
        agreed={agreed}
        restored={restored && { ...restored, discard }}
        onChoose={isMessageFirst ? goToPeople : undefined}
        onSend={send}
        onCancel={cancel}
      />
    </div>
  )

  return (
    <>
      <div className={classes.columns}>{isMessageFirst ? [form, people] : [people, form]}</div>
      {question.isOpen && (
        <ConfirmSendDialog
          key={question.number}
          selection={{
            ...meant,
            isCounting: isByConditions ? counted.isCounting : selection.isCounting || agreed.isCounting,
          }}
          title={message.form.values.title}
          when={sendAtOfForm(message.form.values)}
          onSend={() => void message.submit()}
          onClose={() => setQuestion({ ...question, isOpen: false })}
        />
      )}
    </>
  )
}
