import { Center, Loader } from '@mantine/core'

/** Fills the window while something must be known before anything can be shown. */
export function FullScreenSpinner() {
  return (
    <Center component="output" h="100dvh" aria-label="Loading">
      <Loader />
    </Center>
  )
}
