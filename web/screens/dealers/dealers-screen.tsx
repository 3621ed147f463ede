import { Box, Button } from '@mantine/core'
import { Eye, Map as MapIcon, SearchCheck, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Dealer, dealers } from '#contract/dealers.ts'
import { MapView } from '#web/map/map-view.tsx'
import { RecordHistory } from '#web/records/change/history/record-history.tsx'
import { type Column, detail, rowNumber, status, text, withRecordColumns } from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import {
  actions,
  deleteRestoreAction,
  duplicateAction,
  editAction,
  historyAction,
  type RowAction,
} from '#web/records/list/rows/row-actions.tsx'
import { useListFilters } from '#web/records/list/state/use-list.ts'
import { Part } from '#web/records/page/part.tsx'
import { DeleteRestoreDialog } from '#web/records/record/delete-restore-dialog.tsx'
import { ListScreen } from '#web/records/record/list-screen.tsx'
import { useRowDialog } from '#web/records/record/use-row-dialog.ts'
import { labelsOf } from '#web/records/shared/labels.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { FieldRegistryProvider, useFieldRegistry } from '#web/ui/fields/field-registry.tsx'
import { CoverageDialog } from './coverage-dialog.tsx'
import { DealerFields } from './dealer-fields.tsx'
import { DealerForm, dealerValues } from './dealer-form.tsx'
import { lineOptions, markerDetails, phoneOf, typeOf, typeOptions } from './dealer-labels.ts'
import { DealersMap } from './dealers-map.tsx'
import { DoubtsDialog } from './doubts-dialog.tsx'
import { AREA, areaColumn, areaOf } from './map-area.ts'
import { BESIDE, MapBeside } from './map-beside.tsx'

const nameOf = (dealer: Dealer) => fullNameOf('dealers', dealer)

const orDash = (field: 'tollfree' | 'phone', title: string, minWidth: number): Column<Dealer> => ({
  ...text(field, { title, minWidth }),
  cell: (dealer) => dealer[field] || '-',
})

const typeColumn: Column<Dealer> = {
  ...text('type', { flex: 0.5 }),
  filter: choiceFilter(typeOptions),
  cell: typeOf,
}
const linesColumn: Column<Dealer> = {
  ...text('active_lines', { flex: 0 }),
  filter: choiceFilter(lineOptions),
}

const viewAction = (open: (request: { kind: 'view'; row: Dealer }) => void): RowAction<Dealer> => ({
  of: (row, name) => ({
    label: `View Details of ${name}`,
    tip: 'View Details',
    isOnPage: true,
    icon: <Eye size={16} aria-hidden />,
    onClick: () => open({ kind: 'view', row }),
  }),
})

export function DealersScreen() {
  const { dialog, open, close, missing } = useRowDialog<Dealer, 'view'>('rv-dealers', dealers)
  const [mapShown, setMapShown] = useState(false)
  const [doubtsShown, setDoubtsShown] = useState(false)
  const [coverageShown, setCoverageShown] = useState(false)
  const columns = withRecordColumns<Dealer>([
    rowNumber(),
    text('name', { minWidth: 290, flex: 2 }),
    typeColumn,
    linesColumn,
    orDash('tollfree', 'Toll Free Number', 128),
    { ...orDash('phone', 'Phone', 140), isFact: true },
    { ...text('city', { minWidth: 130 }), isFact: true },
    text('state', { minWidth: 172 }),
    status(),
    detail('address', 'Address'),
    detail('area', 'Area'),
    detail('country', 'Country'),
    detail('zip', 'Postal Code'),
    detail('hour_sales', 'Hour Sales'),
    detail('hour_service', 'Hour Service'),
    detail('hour_parts', 'Hour Parts'),
    text('external_id', { optional: true }),
    areaColumn,
    actions(nameOf, [
      editAction(open),
      deleteRestoreAction(open),
      duplicateAction(open),
      viewAction(open),
      historyAction(open),
    ]),
  ])
  const filters = useListFilters(columns)
  const otherFilters = useListFilters(columns.filter(({ field }) => field !== AREA))
  const [params, setParams] = useSearchParams()
  const isBeside = params.has(BESIDE)
  const change = (name: string, value: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value === null) next.delete(name)
      else next.set(name, value)
      // Other rows start on the first page.
      if (name === AREA) next.delete('page')
      return next
    })

  return (
    <ListScreen
      name="dealers"
      selectable={nameOf}
      page={{
        onRestore: (row) => open({ kind: 'restore', row }),
        more: (dealer) => <DealerMapPart dealer={dealer} />,
      }}
      list={dealers.list}
      columns={columns}
      actions={
        <Button
          variant="default"
          leftSection={<MapIcon size={16} aria-hidden />}
          data-icon-on-phones
          onClick={() => setMapShown(true)}
        >
          View On Map
        </Button>
      }
      tools={
        <>
          <Button
            variant={isBeside ? 'light' : 'default'}
            size="xs"
            leftSection={<MapIcon size={14} aria-hidden />}
            aria-pressed={isBeside}
            onClick={() => change(BESIDE, isBeside ? null : '')}
          >
            Map Beside
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<SearchCheck size={14} aria-hidden />}
            onClick={() => setDoubtsShown(true)}
          >
            Doubts
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<Users size={14} aria-hidden />}
            onClick={() => setCoverageShown(true)}
          >
            Coverage
          </Button>
        </>
      }
      tabs={(list) =>
        isBeside ? (
          <MapBeside
            list={list}
            input={filters}
            otherFilters={otherFilters}
            area={areaOf(params.get(AREA) ?? '')}
            onArea={(area) => change(AREA, area)}
          />
        ) : (
          list
        )
      }
      onNew={() => open({ kind: 'new' })}
    >
      {doubtsShown && <DoubtsDialog onClose={() => setDoubtsShown(false)} />}
      {coverageShown && <CoverageDialog onClose={() => setCoverageShown(false)} />}
      {mapShown && <DealersMap input={filters} onClose={() => setMapShown(false)} />}
      {dialog?.kind === 'view' && <DealerDetails dealer={dialog.row} onClose={close} />}
      {dialog?.kind === 'new' && <DealerForm draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'duplicate' && <DealerForm from={dialog.row} draft={dialog.draft} onClose={close} />}
      {dialog?.kind === 'edit' && <DealerForm dealer={dialog.row} draft={dialog.draft} onClose={close} />}
      <DeleteRestoreDialog
        type="dealers"
        dialog={dialog}
        onClose={close}
        title={`Details - ${dialog?.row?.name}`}
        calls={dealers}
        more={dealerValues}
      />
      <RecordHistory type="dealers" dialog={dialog} onEdit={open} onClose={close} />
      {missing}
    </ListScreen>
  )
}

/** The read-only details of a dealer. */
function DealerDetails({ dealer, onClose }: { dealer: Dealer; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const fields = useFieldRegistry(undefined, labelsOf('dealers'))
  const values = dealerValues(dealer)
  const form = {
    values,
    getInputProps: (name: string) => ({ value: values[name as keyof typeof values], onChange: () => {} }),
    setFieldValue: () => {},
  }
  return (
    <Dialog title={`View Details - ${dealer.name}`} dialog={dialog} frame="drawer">
      <FieldRegistryProvider registry={fields}>
        <DealerFields form={form} record={dealer} disabled map={<DealerMap dealer={dealer} />} />
      </FieldRegistryProvider>
      <DialogFooter>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Where a dealer is. */
const DealerMap = ({ dealer }: { dealer: Dealer }) => (
  <MapView
    label={`${dealer.name} on the map`}
    points={[dealer]}
    details={() => markerDetails({ ...dealer, phone: phoneOf(dealer) })}
    zoom={11}
  />
)

/** The same on the page of a dealer. */
const DealerMapPart = ({ dealer }: { dealer: Dealer }) => (
  <Part title="Map">
    <Box h={320}>
      <DealerMap dealer={dealer} />
    </Box>
  </Part>
)
