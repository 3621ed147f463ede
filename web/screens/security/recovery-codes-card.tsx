import { Button } from '@mantine/core'
import { useState } from 'react'
import { type SecondFactorStatus, secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

/** Says how many recovery codes are left, and makes new ones. */
export function RecoveryCodesCard({ status }: { status: SecondFactorStatus }) {
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  return (
    <Card
      title="Recovery codes"
      text={`In case you lose your phone or key: each code signs you in once. ${formatCount(status.recovery_codes_left, 'code')} left.`}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          Make new codes
        </Button>
      }
    >
      {asking && (
        <ConfirmChangeDialog
          title="Make new recovery codes"
          text="Are you sure you want to make ten new recovery codes? The ones you saved will stop working."
          name={`${formatCount(status.recovery_codes_left, 'code')} left`}
          action="Make new codes"
          send={async (options) => {
            const answer = await call(secondFactor.recoveryCodes, {}, options)
            setCodes(answer.data.recovery_codes)
            return answer
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && !asking && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}
