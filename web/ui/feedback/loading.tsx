import { Loader, type LoaderProps } from '@mantine/core'
import type { ReactNode } from 'react'

type LoadingProps = {
  size?: LoaderProps['size']
  /** What is said of it; `Loading` if left out. */
  label?: string
  /** What stands for what is loading, instead of the turning mark. */
  children?: ReactNode
}

/** Says and shows that something is loading: a label on an element without a role would be read by nobody. */
export const Loading = ({ size = 'md', label = 'Loading', children }: LoadingProps) => (
  <output aria-label={label} style={{ display: children ? 'block' : 'inline-flex' }}>
    {children ?? <Loader size={size} aria-hidden />}
  </output>
)
