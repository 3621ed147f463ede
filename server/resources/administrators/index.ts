import { administrators, invitations } from '#contract/administrators.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange } from '../../http/serve.ts'
import { mailed } from '../mailed.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { administratorList, findAdministrator, listAdministrators } from './administrators.repository.ts'
import {
  activate,
  deactivate,
  edit,
  invite,
  newLink,
  resend,
  resetFactors,
  withdraw,
} from './administrators.service.ts'
import { acceptInvitation, readInvitation } from './invitations.service.ts'

export const servedAdministrators: ServedKind<'admins'> = {
  list: administratorList,
  serve: administratorRoutes,
}

/** Answers the calls of contract/administrators.ts. */
function administratorRoutes(app: App, deps: Deps) {
  const { db } = deps
  const tellStreams = () => deps.bus.publish({ kind: 'sessions' })

  serve(app, administrators.list, async (input, { actor }) => ({
    message: 'Administrators',
    ...(await listAdministrators(db, input, actor._id)),
  }))

  serve(app, administrators.get, async ({ administrator_id }, { actor }) => ({
    message: 'Administrator',
    data: await findAdministrator(db, administrator_id, actor._id),
  }))

  serveChange(
    app,
    administrators.invite,
    () => mailed(deps, 'The invitation has been sent.', 'Please hand over the invitation link.'),
    (fields, { write }) => write(async (db, change) => ({ data: await invite(db, fields, change) })),
    FINAL,
  )

  serveChange(
    app,
    administrators.resend,
    () => mailed(deps, 'The invitation has been sent again.', 'Please hand over a new link.'),
    (which, { write }) => write(async (db, change) => ({ data: await resend(db, which, change) })),
    FINAL,
  )

  serveChange(
    app,
    administrators.invitationLink,
    'There is a new link. The previous one no longer works.',
    (which, { write }) =>
      write(async (db, change) => ({ data: await newLink(db, which, deps.settings.publicUrl, change) })),
    FINAL,
  )

  serveChange(
    app,
    administrators.withdraw,
    'The invitation has been withdrawn.',
    (which, { write }) => write((db, change) => withdraw(db, which, change)),
    FINAL,
  )

  serveChange(app, administrators.edit, 'Administrator updated successfully.', (fields, { write }) =>
    write(async (db, change) => ({ data: await edit(db, fields, change) })),
  )

  serveChange(
    app,
    administrators.deactivate,
    'Administrator has been deactivated.',
    async (which, { write }) => {
      const data = await write((db, change) => deactivate(db, which, change))
      tellStreams()
      return { data }
    },
    FINAL,
  )

  serveChange(
    app,
    administrators.resetFactors,
    'Second factors have been reset.',
    async (which, { write }) => {
      const data = await write((db, change) => resetFactors(db, which, change))
      tellStreams()
      return { data }
    },
    FINAL,
  )

  serveChange(
    app,
    administrators.activate,
    'Administrator has been activated.',
    (which, { write }) => write(async (db, change) => ({ data: await activate(db, which, change) })),
    FINAL,
  )

  serve(app, invitations.get, async ({ token }, { address }) => ({
    message: 'Invitation',
    data: await readInvitation(deps, token, address),
  }))

  serveChange(
    app,
    invitations.accept,
    'Welcome! Please sign in.',
    (fields, { write, address }) => acceptInvitation(deps, fields, address, write),
    FINAL,
  )
}
