import { useState } from 'react'
import { useMe } from '#web/api/use-me.ts'
import { type Draft, draftOf, readDraft } from '#web/forms/drafts.ts'

type Asked<Row, Kind extends string> = { kind: 'new'; row?: undefined } | { kind: Kind; row: Row }
/** The dialog that is open: what kind it is, the row it is about, and the place that keeps its unsaved typing. */
export type RowDialog<Row, Kind extends string = RecordKind> = Asked<Row, Kind> & { draft: Draft }
type RecordKind = 'edit' | 'delete' | 'restore'

/**
 * Which dialog of a list screen is open, and for which row. Opens the one again in which this administrator left
 * something unsaved in this tab. `Kind` names further dialogs of the screen, beside new, edit, delete and restore.
 */
export function useRowDialog<Row, Kind extends string = never>(screen: string) {
  type Dialog = RowDialog<Row, RecordKind | Kind>
  type Request = Asked<Row, RecordKind | Kind>
  const adminId = useMe()?._id
  const [dialog, setDialog] = useState<Dialog | null>(() => {
    const left = adminId ? readDraft<Request>(adminId, screen) : undefined
    return left ? { ...left.about, draft: draftOf(adminId, screen, left.about, left.values) } : null
  })

  return {
    dialog,
    open: (asked: Request) => setDialog({ ...asked, draft: draftOf(adminId, screen, asked) }),
    close: () => setDialog(null),
  }
}
