import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { counted } from '#contract/plural.ts'
import { call } from '#web/api/call.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { usePlan } from '#web/records/plan/use-plan.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'

const owners = ({ owners_to_tell }: Campaign) => counted(owners_to_tell, 'owner', 'owners')
const expected = ({ _id, owners_to_tell }: Campaign) => ({ campaign_id: _id, expect: owners_to_tell })

const rounds = {
  open: {
    title: 'Open Campaign',
    action: 'Open',
    textOf: (campaign: Campaign) => `${owners(campaign)} will be told in the app at once. This cannot be taken back.`,
    send: (campaign: Campaign, options: SendOptions) => call(campaigns.open, expected(campaign), options),
  },
  remind: {
    title: 'Remind Owners',
    action: 'Remind',
    textOf: (campaign: Campaign) => `${owners(campaign)} will be told again in the app. This cannot be taken back.`,
    send: (campaign: Campaign, options: SendOptions) => call(campaigns.remind, expected(campaign), options),
  },
  close: {
    title: 'Close Campaign',
    action: 'Close',
    textOf: () => 'Reports and reminders end. Who registers one of its vehicles later is told all the same.',
    send: ({ _id }: Campaign, options: SendOptions) => call(campaigns.close, { campaign_id: _id }, options),
  },
}
export type Round = keyof typeof rounds

type RoundDialogProps = { round: Round; campaign: Campaign; onClose: () => void }

/** Asks whether to open, remind of or close a campaign: says how many owners it tells, counted again if others are. */
export function RoundDialog({ round, campaign: shown, onClose }: RoundDialogProps) {
  const { textOf, send, ...words } = rounds[round]
  const { answer } = usePlan(campaigns.get, round === 'close' ? undefined : { campaign_id: shown._id })
  const campaign = answer?.data ?? shown
  return (
    <ConfirmChangeDialog
      {...words}
      text={textOf(campaign)}
      name={fullNameOf('campaigns', campaign)}
      send={(options) => send(campaign, options)}
      onClose={onClose}
    />
  )
}
