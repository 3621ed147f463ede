import { Center, Loader } from '@mantine/core'

/** A spinner in the middle of the window, for when nothing can be shown yet. */
export function FullScreenSpinner() {
  return (
    <Center component="output" h="100dvh" aria-label="Loading">
      <Loader />
    </Center>
  )
}
