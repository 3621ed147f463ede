import { warranty } from '#contract/warranty.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { askWarranty } from './warranty.service.ts'

/** Answers the calls of contract/warranty.ts. */
export function warrantyRoutes(app: App, { checkWarranty }: Deps) {
  serve(app, warranty.check, ({ serial }) => askWarranty(checkWarranty, serial))
}
