import { type Previewed, preview } from '#contract/preview.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { answerWithAddresses } from '../../http/file-addresses.ts'
import { serve } from '../../http/serve.ts'
import { previewOf } from './preview.service.ts'

/** Answers the call of contract/preview.ts. */
export function previewRoutes(app: App, deps: Deps) {
  serve(app, preview.preview, async ({ record_type, fields, language }) => {
    const { data, others, place } = await previewOf(deps, record_type, fields, language)
    const addressed = answerWithAddresses({ data: others }, deps.settings.publicUrl).data
    return { message: 'Preview', data, others: addressed as Previewed[], place }
  })
}
