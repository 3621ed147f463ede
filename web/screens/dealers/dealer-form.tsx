import type { z } from 'zod'
import { type Dealer, dealerFields, dealers } from '#contract/dealers.ts'
import type { Coordinates } from '#contract/places.ts'
import { coordinates } from '#contract/places.ts'
import { call } from '#web/api/call.ts'
import { readSettings } from '#web/api/settings.ts'
import type { Draft } from '#web/forms/drafts.ts'
import { useUpload } from '#web/forms/use-upload.ts'
import { DEFAULT_ZOOM } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { DealerFields } from './dealer-fields.tsx'
import type { DealerFormState } from './dealer-values.ts'
import { usePlaceAutofill } from './use-place-autofill.ts'

/** The field values for a dealer, or for a new one. */
export const dealerValues = (dealer?: Dealer) => ({
  type: dealer?.type ?? '',
  active_lines: dealer?.active_lines ?? '',
  name: dealer?.name ?? '',
  logo: undefined,
  address: dealer?.address ?? '',
  area: dealer?.area ?? '',
  city: dealer?.city ?? '',
  state: dealer?.state ?? '',
  country: dealer?.country ?? '',
  zip: dealer?.zip ?? '',
  phone: dealer?.phone ?? '',
  tollfree: dealer?.tollfree ?? '',
  hour_sales: dealer?.hour_sales ?? '',
  hour_service: dealer?.hour_service ?? '',
  hour_parts: dealer?.hour_parts ?? '',
  latitude: String(dealer?.latitude ?? ''),
  longitude: String(dealer?.longitude ?? ''),
  external_id: dealer?.external_id ?? '',
})

type DealerFormProps = { dealer?: Dealer; from?: Dealer; draft: Draft; onClose: () => void }

export function DealerForm({ dealer, from, draft, onClose }: DealerFormProps) {
  const { uploaded, upload } = useUpload()
  return (
    <FormModal
      type="dealers"
      title={dealer ? `Edit Details - ${dealer.name}` : 'Add New Details'}
      frame="drawer"
      schema={dealerFields}
      record={dealer}
      from={from}
      values={(record) => (dealer ? dealerValues(record) : { ...dealerValues(record), external_id: '' })}
      save={(fields, { version, ...options }) =>
        upload(fields.logo, options, (sending) =>
          dealer
            ? call(dealers.edit, { ...withGiven(fields), service_id: dealer._id, version }, sending)
            : call(dealers.add, withGiven(fields), sending),
        )
      }
      again={{ values: ({ type, active_lines }) => ({ type, active_lines }) }}
      draft={draft}
      onClose={onClose}
    >
      {(form, record) => <AutofilledFields form={form} record={record} isCopy={!dealer} uploaded={uploaded} />}
    </FormModal>
  )
}

/** Numbers are sent if there are any: an edit without one removes it. */
const withGiven = ({ phone, tollfree, ...fields }: z.output<typeof dealerFields>) => ({
  ...fields,
  ...(phone && { phone }),
  ...(tollfree && { tollfree }),
})

type AutofilledFieldsProps = {
  form: DealerFormState
  record: Dealer | undefined
  isCopy: boolean
  uploaded: number | undefined
}

/** The fields and the map; each fills the other. */
function AutofilledFields({ form, record, isCopy, uploaded }: AutofilledFieldsProps) {
  const autofill = usePlaceAutofill(form)
  return (
    <DealerFields
      form={form}
      record={record}
      isCopy={isCopy}
      uploaded={uploaded}
      autofill={autofill}
      map={<PlaceMap values={form.values} onMove={autofill.moveTo} />}
    />
  )
}

/** The closest zoom at which outlines still help: it shows the names of a few towns. */
const OUTLINES_ZOOM = 10

type PlaceMapProps = { values: { latitude: unknown; longitude: unknown }; onMove: (to: Coordinates) => void }

/** The map of the form, with a movable marker at the coordinates of the fields, once there are any. */
function PlaceMap({ values, onMove }: PlaceMapProps) {
  const { maps } = readSettings()
  const at = coordinates.safeParse(values).data
  return (
    <MapView
      label="Dealer’s location"
      movable={{ at, name: 'Dealer’s location: drag it, or move it with the arrow keys', onMove }}
      zoom={maps?.google || maps?.tiles ? DEFAULT_ZOOM : OUTLINES_ZOOM}
    />
  )
}
