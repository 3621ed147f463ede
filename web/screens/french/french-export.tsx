import { Button, Menu } from '@mantine/core'
import { Download, FileSpreadsheet, Languages, Upload } from 'lucide-react'
import { Link } from 'react-router'
import type { CallInput } from '#contract/endpoint.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { type FrenchFormat, frenchFileEnds } from '#contract/french-files.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { screens } from '#web/navigation/screens.ts'
import { useDownload } from '#web/shared-acts/use-download.ts'

type Filters = Omit<CallInput<typeof frenchCalls.export>, 'format'>

/** Downloads what the page lists for translation, and leads to where it comes back. */
export function FrenchExport({ filters, isNothing }: { filters: Filters; isNothing: boolean }) {
  const { busy, save } = useDownload(frenchCalls.export)
  const choose = (format: FrenchFormat) =>
    whenOnline(() => save({ ...filters, format }, `French.${frenchFileEnds[format]}`))
  return (
    <Button.Group>
      <Menu position="bottom-start" withinPortal transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            variant="default"
            loading={busy}
            disabled={isNothing}
            leftSection={<Download size={14} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Languages size={14} aria-hidden />} onClick={() => choose('xliff')}>
            XLIFF (for translators)
          </Menu.Item>
          <Menu.Item leftSection={<FileSpreadsheet size={14} aria-hidden />} onClick={() => choose('xlsx')}>
            Excel (XLSX)
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        component={Link}
        to={`${screens.import.path}?type=french`}
        variant="default"
        leftSection={<Upload size={14} aria-hidden />}
      >
        Import
      </Button>
    </Button.Group>
  )
}
