import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Words that somebody should act on, shown by their colour and a sign. */
export const WarningText = ({ children }: { children: ReactNode }) => (
  <span style={{ color: 'var(--warning-text)', fontWeight: 600 }}>
    <TriangleAlert size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
    <span>{children}</span>
  </span>
)
