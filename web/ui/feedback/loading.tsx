import { Loader, type LoaderProps } from '@mantine/core'
import type { ReactNode } from 'react'

type LoadingProps = {
  size?: LoaderProps['size']
  /** What stands for what is loading, instead of the turning mark. */
  children?: ReactNode
}

/** Says and shows that something is loading: a label on an element without a role would be read by nobody. */
export const Loading = ({ size = 'md', children }: LoadingProps) => (
  <output aria-label="Loading" style={{ display: children ? 'block' : 'inline-flex' }}>
    {children ?? <Loader size={size} aria-hidden />}
  </output>
)
