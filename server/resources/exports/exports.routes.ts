import { DOWNLOADS, type ExportFields, exportFields, exports } from '#contract/exports.ts'
import { keepChallenge, takeChallenge } from '../../auth/challenges.ts'
import { sessionNow } from '../../auth/sessions.ts'
import { randomToken, sha256 } from '../../auth/tokens.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, signedOut } from '../../errors.ts'
import type { App } from '../../http/app-type.ts'
import { FileAnswer, goneOf, sendFile, serve } from '../../http/serve.ts'
import { exportsOf } from './exports.service.ts'

/** What a ticket stands for: the requested export, and the session that asked. */
type Kept = { tokenHash: string; fields: ExportFields }

const keyOf = (ticket: string) => `export ${sha256(ticket)}`
const TICKET_OVER = 'This download is over. Please export again.'

/** Answers the calls of contract/exports.ts, and browsers' downloads, whose links carry no headers. */
export function exportRoutes(app: App, deps: Deps) {
  const { db, settings } = deps
  const running = exportsOf(deps)
  app.addHook('preClose', async () => running.stop())

  serve(app, exports.export, async (fields, call) => {
    const { name, type, body } = await running.make(fields, call)
    return new FileAnswer(name, type, body)
  })

  serve(app, exports.ticket, async (fields, { session, write }) => {
    running.plan(fields)
    const ticket = randomToken()
    const kept: Kept = { tokenHash: session.tokenHash, fields }
    await write((db) => keepChallenge(db, keyOf(ticket), JSON.stringify(kept)))
    return { message: 'Export', data: { path: `${DOWNLOADS}/${ticket}` } }
  })

  app.get<{ Params: { ticket: string } }>(
    `/${DOWNLOADS}/:ticket`,
    // A HEAD would use the ticket up.
    { config: { ticket: true }, exposeHeadRoute: false },
    async ({ params }, reply) => {
      const kept = await inTransaction(db, (db) => takeChallenge(db, keyOf(params.ticket)))
      if (kept === undefined) throw new AppError(404, TICKET_OVER)
      const { tokenHash, fields } = JSON.parse(kept) as Kept
      const session = await sessionNow(db, tokenHash, settings)
      if (!session) throw signedOut()
      const { name, type, body } = await running.make(exportFields.parse(fields), {
        actor: session.actor,
        gone: goneOf(reply),
        write: (work) => inTransaction(db, work),
      })
      return sendFile(reply, new FileAnswer(name, type, body))
    },
  )
}
