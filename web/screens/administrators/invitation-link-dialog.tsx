import { useState } from 'react'
import { type Administrator, administrators, INVITATION_HOURS } from '#contract/administrators.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { HandOverDialog } from '#web/ui/dialog/hand-over-dialog.tsx'

type InvitationLinkProps = { administrator: Administrator; onClose: () => void }

/** Makes the link of an invitation, and shows it to be handed over where no mail arrives. */
export function InvitationLinkDialog({ administrator, onClose }: InvitationLinkProps) {
  const [link, setLink] = useState<string>()
  const [isAsking, setIsAsking] = useState(true)
  const { _id, version } = administrator
  const name = fullNameOf('admins', administrator)
  if (link !== undefined && !isAsking) return <LinkDialog link={link} name={name} onClose={onClose} />
  return (
    <ConfirmChangeDialog
      title="Get a link"
      text="Are you sure you want a new link to hand over yourself? Any earlier link stops working."
      name={name}
      action="Get the link"
      send={async (options) => {
        const answer = await call(administrators.invitationLink, { administrator_id: _id, version }, options)
        setLink(answer.data.link)
        return answer
      }}
      onClose={() => (link === undefined ? onClose() : setIsAsking(false))}
    />
  )
}

/** Shows the link of an invitation, once. */
export const LinkDialog = ({ link, name, onClose }: { link: string; name: string; onClose: () => void }) => (
  <HandOverDialog
    title={`Link for ${name}`}
    text={`It works once, within ${INVITATION_HOURS} hours, for anyone who opens it. You won’t see it again.`}
    secret={link}
    onClose={onClose}
  />
)
