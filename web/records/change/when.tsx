import { formatAgo, formatDateTime } from '#web/ui/format.ts'

/** A time in words: 'yesterday, 11-21-2026, 10:30 AM'. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{`${formatAgo(at)}, ${formatDateTime(at)}`}</time>
