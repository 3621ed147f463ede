import { formatCounts } from '#web/ui/format.ts'

/**
 * What went along with a topic or sub topic that was deleted or restored, and how many pages did not; '' for nothing.
 */
export function cascadedText(along: string, pagesLeft: number | undefined, kind: 'delete' | 'restore') {
  const left = formatCounts([pagesLeft ?? 0, 'manual page'])
  return [
    along && `Also ${kind === 'delete' ? 'removed' : 'restored'}: ${along}.`,
    left && `Still Inactive because their manual is: ${left}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
