import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { unitStatuses, unitStatusWords } from '#contract/campaign-units.ts'
import type { Campaign } from '#contract/campaigns.ts'
import { listPaths } from '#contract/paths.ts'
import { Part } from '#web/records/page/part.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { AddVehiclesDialog } from './add-vehicles-dialog.tsx'

/** How the vehicles of a campaign stand, the way to each of them, and more. */
export function VehiclesPart({ campaign }: { campaign: Campaign }) {
  const { counts, _id, is_deleted } = campaign
  const [isAdding, setAdding] = useState(false)
  const to = (more: object) => `${listPaths.campaign_units}?${new URLSearchParams({ campaign_id: _id, ...more })}`
  return (
    <Part title="Vehicles" count={counts.units}>
      <DescriptionList
        items={unitStatuses.map((status) => [
          unitStatusWords[status],
          <Anchor key={status} component={Link} to={to({ status })} size="sm">
            {formatNumber(counts[status])}
          </Anchor>,
        ])}
      />
      {!is_deleted && (
        <Button mt="md" size="sm" onClick={() => setAdding(true)}>
          Add vehicles
        </Button>
      )}
      {isAdding && <AddVehiclesDialog campaign={campaign} onClose={() => setAdding(false)} />}
    </Part>
  )
}
