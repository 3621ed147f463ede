import { warranty } from '#contract/warranty.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'

/** Answers the calls of contract/warranty.ts. */
export function warrantyRoutes(app: App, { checkWarranty }: Deps) {
  serve(app, warranty.check, async ({ serial }) => {
    const { warranty, asOf } = await checkWarranty(serial)
    if (!asOf) return { message: 'Warranty', data: { warranty } }
    return {
      message: 'Warranties cannot be checked right now. This is what the dealer site said last.',
      data: { warranty, as_of: asOf },
    }
  })
}
