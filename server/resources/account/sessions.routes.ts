import { sessions } from '#contract/sign-in.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve, serveChange } from '../../http/serve.ts'
import { endByLink, endOwn, listSessions, optionsToProve, prove } from './sessions.service.ts'

/** Answers the calls of contract/sign-in.ts about sessions. */
export function sessionRoutes(app: App, deps: Deps) {
  const tellStreams = () => deps.bus.publish({ kind: 'sessions' })

  serve(app, sessions.list, async (_nothing, { session }) => ({
    message: 'Sessions',
    data: await listSessions(deps, session),
  }))

  serveChange(
    app,
    sessions.end,
    ({ session_id }) =>
      session_id === undefined ? 'All other sessions have been ended.' : 'The session has been ended.',
    ({ session_id }, { write, session }) =>
      write((db, change) => endOwn(db, session_id, session, change)).then(tellStreams),
    FINAL,
  )

  serve(app, sessions.endByLink, async ({ token }, { browser }) => {
    const message = await endByLink(deps, token, browser)
    tellStreams()
    return { message }
  })

  serve(app, sessions.proofOptions, async (_nothing, { session }) => ({
    message: 'Passkey',
    data: await optionsToProve(deps, session),
  }))

  serve(app, sessions.prove, async (fields, { session, browser }) => ({
    message: 'Thank you.',
    data: await prove(deps, fields, session, browser),
  }))
}
