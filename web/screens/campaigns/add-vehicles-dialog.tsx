import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type AddedUnits, LONGEST_VIN, MOST_UNITS } from '#contract/campaign-adding.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { tidyVin, VIN_LENGTH } from '#contract/vin.ts'
import { call } from '#web/api/call.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastBegun } from '#web/records/change/toast-change.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'

/** In characters: as much as a call can carry. */
const MOST = 2_000_000
const SHOWN = 20
const fields = z.object({ vins: z.string().trim().min(1, 'Please enter VINs.').max(MOST) })

/** What is far too long to be a VIN is refused by its beginning: the call would not take anything longer. */
const cut = (vin: string) => (vin.length > LONGEST_VIN ? `${vin.slice(0, LONGEST_VIN - 1)}…` : vin)

/** One VIN, or the first and the last of a range, from each line. */
export function vehiclesIn(text: string) {
  const vins: string[] = []
  const ranges: { from: string; to: string }[] = []
  for (const line of text.split(/[\n,;]+/)) {
    const [from = '', to] = line.split(/\s(?:to|–|\.\.)\s/i).map((part) => part.trim())
    if (to) ranges.push({ from: cut(from), to: cut(to) })
    else if (from) vins.push(...vinsIn(from).map(cut))
  }
  return { vins, ranges }
}

/**
 * VINs with spaces between them, each of which may have spaces inside; if that does not come out even, each word is
 * one.
 */
function vinsIn(text: string) {
  const words = text.split(/\s+/)
  const vins: string[] = []
  let begun = ''
  for (const word of words) {
    begun = begun ? `${begun} ${word}` : word
    if (tidyVin(begun).length < VIN_LENGTH) continue
    if (tidyVin(begun).length > VIN_LENGTH) return words
    vins.push(begun)
    begun = ''
  }
  return begun ? words : vins
}

/** Adds vehicles by their VINs, after it has said what that would add and which VINs are wrong. */
export function AddVehiclesDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [checked, setChecked] = useState<{ text: string; found: AddedUnits }>()
  const check = useMutation({
    mutationFn: async (text: string) => {
      const input = { campaign_id: campaign._id, ...vehiclesIn(text), preview: true }
      return { text, found: (await call(campaigns.addUnits, input)).data }
    },
    meta: { changesRecords: false, saidInPlace: true },
    onSuccess: setChecked,
  })
  const contractForm = useContractForm({
    schema: fields,
    values: { vins: '' },
    send: ({ vins }, options) =>
      call(
        campaigns.addUnits,
        {
          campaign_id: campaign._id,
          ...vehiclesIn(vins),
          expect: checked?.found.new,
          leave_refused: true,
        },
        options,
      ),
    onSent: (answer) => {
      void toastBegun(answer)
      shown.close()
    },
    onRefused: () => {
      setChecked(undefined)
      return false
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  const text = form.values.vins.trim()
  const found = checked?.text === text ? checked.found : undefined
  const valid = contractForm.valid && found !== undefined && found.new > 0
  return (
    <FormDialog
      title="Add Vehicles"
      action={found?.new ? `Add ${formatCount(found.new, 'vehicle')}` : 'Add'}
      form={{ ...contractForm, valid }}
      shown={shown}
      beside={
        <Button
          variant="default"
          disabled={!text || contractForm.busy}
          loading={check.isPending}
          onClick={() => check.mutate(text)}
        >
          Check
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {`One VIN in each line, or a range as in “1FDXE4FS8GD310000 to 1FDXE4FS8GD310099”. At most ${formatNumber(MOST_UNITS)} vehicles.`}
        </Text>
        <TextareaField form={form} name="vins" label="VINs" max={MOST} isFirst />
        {check.error && check.variables === text && <Alert color="red">{check.error.message}</Alert>}
        {found && <Found found={found} />}
      </Stack>
    </FormDialog>
  )
}

function Found({ found: { new: fresh, unchanged, refused } }: { found: AddedUnits }) {
  const known = unchanged ? ` ${formatCount(unchanged, 'is', 'are')} on the list already.` : ''
  return (
    <>
      <Text size="sm" component="output" display="block" fw={600}>
        {`${formatCount(fresh, 'new vehicle')}.${known}`}
      </Text>
      {refused.length > 0 && (
        <Alert color="gray" variant="outline" title={`${formatCount(refused.length, 'VIN')} will be left out`}>
          <ul>
            {refused.slice(0, SHOWN).map(({ vin, errors }, place) => (
              <li key={place}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {`${vin}: ${Object.values(errors).flat().join(' ')}`}
                </Text>
              </li>
            ))}
          </ul>
          {refused.length > SHOWN && <Text size="sm">{`And ${formatNumber(refused.length - SHOWN)} more.`}</Text>}
        </Alert>
      )}
    </>
  )
}
