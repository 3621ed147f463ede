import { warranty } from '#contract/warranty.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'

/** Answers the calls of contract/warranty.ts. */
export function warrantyRoutes(app: App, { checkWarranty }: Deps) {
  serve(app, warranty.check, async ({ serial }) => {
    const { warranty, asOf } = await checkWarranty(serial)
    if (!asOf) return { message: 'Warranty', data: { warranty } }
    return {
      message: 'The dealer site is not answering right now. This is what it said last.',
      data: { warranty, as_of: asOf },
    }
  })
}
