import { Button, Tooltip } from '@mantine/core'
import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import { isImported } from '#contract/import-types.ts'
import type { RecordType } from '#contract/kinds.ts'
import { IMPORT_PATH } from '#contract/paths.ts'

/** Leads to the page that imports records of this kind from a file; nothing for kinds that no file brings in. */
export const ImportLink = ({ type }: { type: RecordType }) =>
  isImported(type) && (
    <Tooltip label="Import">
      <Button
        component={Link}
        to={`${IMPORT_PATH}?type=${type}`}
        variant="default"
        size="xs"
        px="xs"
        aria-label="Import"
      >
        <Upload size={14} aria-hidden />
      </Button>
    </Tooltip>
  )
