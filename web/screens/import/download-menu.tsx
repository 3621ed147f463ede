import { Button, type ButtonProps, Menu } from '@mantine/core'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import type { ExportFormat } from '#contract/exports.ts'
import { whenOnline } from '#web/forms/when-online.ts'

type DownloadMenuProps = ButtonProps & { label: string; busy: boolean; onChoose: (format: ExportFormat) => void }

/** A button that downloads something as CSV or XLSX. */
export const DownloadMenu = ({ label, busy, onChoose, ...button }: DownloadMenuProps) => (
  <Menu position="bottom-start" withinPortal transitionProps={{ duration: 0 }}>
    <Menu.Target>
      <Button variant="default" {...button} loading={busy} leftSection={<Download size={14} aria-hidden />}>
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<FileText size={14} aria-hidden />} onClick={() => whenOnline(() => onChoose('csv'))}>
        CSV
      </Menu.Item>
      <Menu.Item
        leftSection={<FileSpreadsheet size={14} aria-hidden />}
        onClick={() => whenOnline(() => onChoose('xlsx'))}
      >
        Excel (XLSX)
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
