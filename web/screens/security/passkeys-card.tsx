import { Button, Text } from '@mantine/core'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Passkey, type SecondFactorStatus, secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { hasPasskeys } from '#web/sign-in/has-passkeys.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { RemoveFactorButton } from './remove-factor-button.tsx'

/** Lists, adds and removes passkeys. */
export function PasskeysCard({ status }: { status: SecondFactorStatus }) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const { passkeys } = status
  const isLast = status.required && !status.totp && passkeys.length === 1
  return (
    <Card
      title="Passkeys"
      text="Sign in with your device or a security key, using your fingerprint, face or PIN, with or without the password."
      actions={
        hasPasskeys() && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <Entries
          label="Passkeys"
          entries={passkeys.map((passkey) => ({
            id: passkey._id,
            icon: <KeyRound size={16} aria-hidden />,
            title: passkey.name,
            lines: [
              `Added ${formatDateTime(passkey.created_at)}.`,
              passkey.used_at ? `Last used ${formatDateTime(passkey.used_at)}.` : 'Not used yet.',
            ],
            action: (
              <RemoveFactorButton
                size="compact-sm"
                aria-label={`Remove ${passkey.name}`}
                isLast={isLast}
                onClick={() => setRemoving(passkey)}
              />
            ),
          }))}
        />
      )}
      {!hasPasskeys() && (
        <Text size="sm" mt="sm">
          This browser cannot use passkeys here: they need https and a recent browser.
        </Text>
      )}
      {adding && (
        <FactorDialog title="Add a passkey" onClose={() => setAdding(false)}>
          {(form) => <AddPasskey {...form} />}
        </FactorDialog>
      )}
      {removing && (
        <ConfirmChangeDialog
          title="Remove passkey"
          text="Are you sure you want to remove this passkey? It will no longer sign you in."
          name={removing.name}
          action="Remove"
          danger
          send={(options) => call(secondFactor.passkeyRemove, { passkey_id: removing._id }, options)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  )
}
