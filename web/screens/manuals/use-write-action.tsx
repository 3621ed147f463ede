import { useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type Manual, manuals } from '#contract/manuals.ts'
import { recordPathOf } from '#contract/paths.ts'
import { query } from '#web/api/query.ts'
import type { RowAction } from '#web/records/list/rows/row-actions.tsx'
import { manualActs, nextActOf } from '#web/shared-acts/manual-acts.ts'
import { toastError } from '#web/ui/feedback/toast.ts'
import { formFor, gapsIn } from './gaps.ts'

/** The action that leads to the form of the first page that a manual lacks. */
export function useWriteAction(): RowAction<Manual> {
  const client = useQueryClient()
  const navigate = useNavigate()
  async function write(manual: Manual) {
    try {
      const { data } = await client.fetchQuery(query(manuals.outline, { manual_id: manual._id }))
      const [gap] = gapsIn(data)
      if (!gap) return void navigate(recordPathOf('manuals', manual._id))
      const { to, state } = formFor(manual, gap)
      void navigate(to, { state })
    } catch (error) {
      toastError((error as Error).message)
    }
  }
  return {
    of: (manual, name) =>
      nextActOf(manual) === 'write' && {
        label: `Write the next page of ${name}`,
        tip: manualActs.write,
        word: manualActs.write,
        needsServer: true,
        icon: <PenLine size={16} aria-hidden />,
        onClick: () => void write(manual),
      },
  }
}
