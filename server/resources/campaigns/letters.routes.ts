import { campaigns } from '#contract/campaigns.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import { counted } from '#contract/plural.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, FileAnswer, serve, serveChange } from '../../http/serve.ts'
import { setDetails } from '../../records/open-change.ts'
import { recordTouch } from '../../records/plan/sources/facts.ts'
import { exportsOf } from '../exports/exports.service.ts'
import { noteDealersTold, noteMailed, noteReturned } from './letters.ts'
import { dealersFile, lettersFile } from './letters-file.ts'

/**
 * Answers the calls about letters and dealers: what is printed, and what the office records about it, which is final.
 */
export function campaignLetterRoutes(app: App, deps: Deps) {
  const { db, bus, settings } = deps
  const files = exportsOf(deps)
  app.addHook('preClose', async () => files.stop())
  const today = () => todayIn(settings.officeTimeZone)
  const from = () => ({ today: today(), maker: settings.maker })

  serve(app, campaigns.letters, async (input, { actor, gone, write }) => {
    const { name, type, body, headers } = await lettersFile({ db, bus, files }, input, from(), { actor, gone, write })
    return new FileAnswer(name, type, body, headers)
  })
  serve(app, campaigns.dealers, async (input, { actor, gone, write }) => {
    const { name, type, body } = await dealersFile({ db, bus, files }, input, from(), { actor, gone, write })
    return new FileAnswer(name, type, body)
  })
  serveChange(
    app,
    campaigns.dealersTold,
    'It is noted that the dealers were told.',
    async (fields, { write }) =>
      write(async (db, change) => {
        const told = await noteDealersTold(db, fields, today())
        setDetails(change, { detail: counted(told, 'dealer', 'dealers') })
        await recordTouch(db, 'campaigns', fields.campaign_id, change)
        return { data: { told } }
      }),
    FINAL,
  )
  serveChange(
    app,
    campaigns.mailed,
    'The letters are noted.',
    async (fields, { write }) =>
      write(async (db, change) => {
        const mailed = await noteMailed(db, fields, today())
        setDetails(change, { detail: counted(mailed, 'letter', 'letters') })
        await recordTouch(db, 'campaigns', fields.campaign_id, change)
        return { data: { mailed } }
      }),
    FINAL,
  )
  serveChange(
    app,
    campaigns.returned,
    'The letters that came back are noted.',
    async (fields, { write }) =>
      write(async (db, change) => {
        const returned = await noteReturned(db, fields)
        setDetails(change, { detail: counted(returned, 'letter', 'letters') })
        await recordTouch(db, 'campaigns', fields.campaign_id, change)
        return { data: { returned } }
      }),
    FINAL,
  )
}
