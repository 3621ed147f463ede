import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { createContext, useContext, useState } from 'react'
import { Link } from 'react-router'
import { type AttentionLine, dashboard } from '#contract/dashboard.ts'
import { call } from '#web/api/call.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { whenOnline } from '#web/forms/when-online.ts'
import { endKey, endWebhook } from '#web/shared-acts/end-program.ts'
import { manualActs } from '#web/shared-acts/manual-acts.ts'
import { usePdfJob, useStartPdfJob } from '#web/shared-acts/use-pdf-jobs.ts'
import { RetryDeliveriesDialog } from '#web/shared-forms/retry-deliveries-dialog.tsx'
import { closeToast, toastError } from '#web/ui/feedback/toast.ts'
import { toastUndoable } from '#web/ui/feedback/undo-toast.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import classes from './attention.module.css'

/** The title of a line, which is part of the names of its buttons. */
export const LineTitle = createContext('')

/** What a button of a line is called: no two have the same name. */
const useName = (word: string) => `${word}: ${useContext(LineTitle)}`

/** Leads there, if nothing else can be done from here. */
export const GoThere = ({ to, word }: { to: string; word: string }) => (
  <Button component={Link} to={to} variant="default" size="compact-sm" aria-label={useName(word)}>
    {word}
  </Button>
)

type OfLine = { line: AttentionLine }

/** Makes the PDF of a manual anew. */
export function Generate({ line: { record_id = '' } }: OfLine) {
  const manual = { _id: record_id }
  const { generate } = useStartPdfJob()
  const job = usePdfJob(manual)
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={useName(manualActs.generate)}
      loading={job?.kind === 'generating'}
      disabled={job?.kind === 'uploading'}
      onClick={() => whenOnline(() => generate(manual))}
    >
      {manualActs.generate}
    </Button>
  )
}

/** Sends a message again to those for whom it failed, after a question. */
export function SendAgain({ line: { record_id = '', title, count } }: OfLine) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={useName('Send again')} onClick={() => setAsking(true)}>
        Send again
      </Button>
      {asking && (
        <RetryDeliveriesDialog
          notificationId={record_id}
          name={title}
          failed={count}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Ends a key or a webhook, after a question. */
export function EndProgram({ line: { record_id = '', title, action } }: OfLine) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { send, ...words } = action === 'end_webhook' ? endWebhook : endKey
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={useName(words.action)} onClick={() => setAsking(true)}>
        {words.action}
      </Button>
      {asking && (
        <ConfirmCallDialog
          {...words}
          name={title}
          danger
          send={(options) => send(record_id, options)}
          onSuccess={() => void client.invalidateQueries({ queryKey: [dashboard.attention.path] })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type PuttingOff = { for_all: boolean; put_off: boolean }

/** The menu of a line, which puts it off. */
export function PutOff({ line: { kind, record_id } }: OfLine) {
  const client = useQueryClient()
  const toast = `put off: ${kind} ${record_id}`
  const mutation = useMutation({
    meta: { changesRecords: false },
    mutationFn: (how: PuttingOff) => call(dashboard.put_off, { kind, record_id, ...how }),
    onSuccess({ message }, { put_off, for_all }) {
      void client.invalidateQueries({ queryKey: [dashboard.attention.path] })
      if (!put_off) return closeToast(toast)
      toastUndoable(message, toast, () => mutation.mutate({ for_all, put_off: false }))
    },
    onError: (error) => toastError(error.message),
  })
  const putOff = (for_all: boolean) => whenOnline(() => mutation.mutate({ for_all, put_off: true }))
  return (
    <MenuButton
      className={classes.menu}
      aria-label={useName('More')}
      menu={
        <>
          <Menu.Item onClick={() => putOff(false)}>Put off for a week</Menu.Item>
          <Menu.Item onClick={() => putOff(true)}>Put off for everyone</Menu.Item>
        </>
      }
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  )
}
