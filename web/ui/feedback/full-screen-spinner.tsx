import { Center, Loader } from '@mantine/core'
import classes from './full-screen-spinner.module.css'

type Props = {
  /** Lies over everything else instead of taking up space. */
  cover?: boolean
}

/** A spinner in the middle of the window, for when nothing can be shown yet. */
export function FullScreenSpinner({ cover = false }: Props) {
  return (
    <Center component="output" h="100dvh" aria-label="Loading" className={cover ? (classes.cover ?? '') : ''}>
      <Loader />
    </Center>
  )
}
