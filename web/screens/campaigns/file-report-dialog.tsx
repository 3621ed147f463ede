import { Stack, Text } from '@mantine/core'
import type { CampaignReport } from '#contract/campaign-report.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { call } from '#web/api/call.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { today } from './noted-dialogs.tsx'

type FileReportProps = { campaign: Campaign; report: CampaignReport; onClose: () => void }

/** Notes that a report was handed in, with the figures as they are. */
export function FileReportDialog({ campaign: { _id: campaign_id }, report: { quarter }, onClose }: FileReportProps) {
  const form = useContractForm({
    schema: campaigns.fileReport.input.pick({ submitted_on: true }),
    values: { submitted_on: today() },
    send: ({ submitted_on }, { signal }) =>
      call(campaigns.fileReport, { campaign_id, quarter, submitted_on }, { signal }),
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
  })
  const shown = useFormDialog(form.dirty, onClose)
  return (
    <FormDialog title={`Mark Quarter ${quarter} as Filed`} action="Mark as filed" form={form} shown={shown}>
      <Stack>
        <Text size="sm">The figures are kept as they are now. This cannot be taken back.</Text>
        <DateField form={form.form} name="submitted_on" label="Filed on" />
      </Stack>
    </FormDialog>
  )
}
