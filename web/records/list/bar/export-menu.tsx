import { Button, Menu } from '@mantine/core'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ExportFormat, exports } from '#contract/exports.ts'
import { isImported } from '#contract/import-types.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import { call } from '#web/api/call.ts'
import { readSettings } from '#web/api/settings.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import type { RowSelection } from '#web/records/list/selection/use-row-selection.ts'
import type { List } from '#web/records/list/state/use-list.ts'
import { toastError, toastSuccess } from '#web/ui/feedback/toast.ts'

type ExportMenuProps = {
  type: RecordType
  list: List & { input: object }
  /** The ticked rows, if only those are exported. */
  selection?: RowSelection
}

/** Columns without data: rows are ticked, moved and acted on with them. */
const CONTROLS = ['select', 'move', 'actions']
/** In an address, opens the menu. */
const ASKED = 'export'
/** An import recognizes the records by it. */
const ID = '_id'

/** The button that downloads what a list shows, on all its pages, or its ticked rows. */
export function ExportMenu({ type, list, selection }: ExportMenuProps) {
  const [busy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // The search over everything leads here with its menu open.
  const [params, setParams] = useSearchParams()
  const isAsked = !selection && params.has(ASKED)
  const change = (open: boolean) => {
    setOpen(open)
    if (!open && isAsked) {
      params.delete(ASKED)
      setParams(params, { replace: true })
    }
  }

  async function save(format: ExportFormat) {
    setBusy(true)
    try {
      const { page: _page, per_page: _perPage, ...shown } = list.input as ListInput
      const columns = list.columnSettings.arranged.flatMap(({ column: { field, screenOnly }, shown }) =>
        shown && !screenOnly && !CONTROLS.includes(field) ? [field] : [],
      )
      const { data } = await call(exports.ticket, {
        ...shown,
        ...ticked(selection),
        record_type: type,
        format,
        columns: isImported(type) ? [...columns, ID] : columns,
      })
      // The browser writes to disk while the file arrives, and says by itself if it did not arrive whole.
      const link = document.createElement('a')
      link.href = `${readSettings().api}/${data.path}`
      link.download = ''
      link.click()
      toastSuccess('The download has started.')
    } catch (error) {
      toastError((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const choose = (format: ExportFormat) => whenOnline(() => void save(format))

  return (
    <Menu
      position="bottom-end"
      withinPortal
      transitionProps={{ duration: 0 }}
      opened={isOpen || isAsked}
      onChange={change}
    >
      <Menu.Target>
        <Button
          variant="default"
          size={selection ? 'compact-sm' : 'xs'}
          loading={busy}
          leftSection={<Download size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileText size={14} aria-hidden />} onClick={() => choose('csv')}>
          CSV
        </Menu.Item>
        <Menu.Item leftSection={<FileSpreadsheet size={14} aria-hidden />} onClick={() => choose('xlsx')}>
          Excel (XLSX)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The rows that are ticked, or of all those that are not. */
function ticked(selection: RowSelection | undefined) {
  if (!selection) return {}
  const ids = selection.rows.map(({ _id }) => _id)
  return selection.all ? { except: ids } : { ids }
}
