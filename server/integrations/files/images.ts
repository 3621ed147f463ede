import { join } from 'node:path'
import { keptProcesses, OverLimit } from '../../processes/child-process.ts'
import { inTurns } from '../../processes/turns.ts'
import type { CleanImage, ImageFault, ImageLimits } from './decode-image.ts'

/** Many times what the largest picture takes. */
const MAX_SECONDS = 20
/** A large picture needs up to half a gigabyte; those who wait need nothing, as their files are read in their turn. */
const inTurn = inTurns({ atOnce: 2, waiting: 40, seconds: 30 })

const decode = keptProcesses<{ bytes: Uint8Array; limits: ImageLimits }, CleanImage | ImageFault>(
  join(import.meta.dirname, 'images.process.ts'),
  { idleSeconds: 60 },
)

/**
 * Makes a picture ready to be stored, see `decodeImage`, in another process: only a process can be ended in the middle of
 * decoding. `slow` is one that takes longer than `seconds`. Throws 503 when too many wait.
 */
export async function cleanImage(
  picture: Blob,
  limits: ImageLimits,
  seconds = MAX_SECONDS,
): Promise<CleanImage | ImageFault | { fault: 'slow' }> {
  return inTurn(async () => {
    const bytes = new Uint8Array(await picture.arrayBuffer())
    return decode({ bytes, limits }, { seconds }).catch((error) => {
      if (error instanceof OverLimit) return { fault: 'slow' }
      throw error
    })
  })
}
