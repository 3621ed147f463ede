import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Administrator, administrators, INVITATION_HOURS } from '#contract/administrators.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { CopyTextButton } from '#web/ui/copy-text-button.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'

type InvitationLinkProps = { administrator: Administrator; onClose: () => void }

/** Makes the link of an invitation, and shows it to be handed over where no mail arrives. */
export function InvitationLinkDialog({ administrator, onClose }: InvitationLinkProps) {
  const [link, setLink] = useState<string>()
  const [isAsking, setIsAsking] = useState(true)
  const { _id, name, email, version } = administrator
  if (link !== undefined && !isAsking) return <LinkDialog link={link} name={name} onClose={onClose} />
  return (
    <ConfirmChangeDialog
      title="Get a link"
      text="Are you sure you want a new link to hand over yourself? A link emailed earlier stops working."
      name={`${name}, ${email}`}
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

function LinkDialog({ link, name, onClose }: { link: string; name: string; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title={`Link for ${name}`} dialog={dialog} locked closable={false}>
      <Stack>
        <Text>It works once, within {INVITATION_HOURS} hours, for whoever opens it. It is not shown again.</Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {link}
        </Code>
        <Group justify="space-between">
          <CopyTextButton text={link} />
          <Button onClick={dialog.close} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
