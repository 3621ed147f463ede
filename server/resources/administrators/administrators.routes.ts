import { administrators, invitations } from '#contract/administrators.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve } from '../../http/serve.ts'
import { mailed } from '../mailed.ts'
import { findAdministrator, listAdministrators } from './administrators.repository.ts'
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

/** Answers the calls of contract/administrators.ts. */
export function administratorRoutes(app: App, deps: Deps) {
  const { db, lookForJobs } = deps

  serve(app, administrators.list, async (input, { actor }) => ({
    message: 'Administrators',
    ...(await listAdministrators(db, input, actor._id)),
  }))

  serve(app, administrators.get, async ({ administrator_id }, { actor }) => ({
    message: 'Administrator',
    data: await findAdministrator(db, administrator_id, actor._id),
  }))

  serve(app, administrators.invite, async (fields, { changing, idempotent }) => {
    const answer = await changing(
      db,
      await mailed(deps, 'The invitation has been sent.', 'Please hand over the link of the invitation.'),
      (change) => idempotent(db, async (db) => ({ data: await invite(db, fields, change) })),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, administrators.resend, async (which, { changing, idempotent }) => {
    const answer = await changing(
      db,
      await mailed(deps, 'The invitation has been sent again.', 'Please hand over a new link.'),
      (change) => idempotent(db, async (db) => ({ data: await resend(db, which, change) })),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, administrators.invitationLink, (which, { changing }) =>
    changing(
      db,
      'There is a new link. The one before no longer works.',
      async (change) => ({ data: await newLink(db, which, deps.settings.publicUrl, change) }),
      FINAL,
    ),
  )

  serve(app, administrators.withdraw, (which, { changing }) =>
    changing(db, 'The invitation has been withdrawn.', (change) => withdraw(db, which, change), FINAL),
  )

  serve(app, administrators.edit, async (fields, { changing }) => {
    const answer = await changing(db, 'Administrator updated successfully.', async (change) => ({
      data: await edit(db, fields, change),
    }))
    lookForJobs()
    return answer
  })

  serve(app, administrators.deactivate, async (which, { changing }) => {
    const answer = await changing(
      db,
      'Administrator has been deactivated.',
      async (change) => ({ data: await deactivate(db, which, change) }),
      FINAL,
    )
    deps.bus.publish({ kind: 'sessions' })
    return answer
  })

  serve(app, administrators.resetFactors, async (which, { changing }) => {
    const answer = await changing(
      db,
      'Second factors have been reset.',
      async (change) => ({ data: await resetFactors(db, which, change) }),
      FINAL,
    )
    deps.bus.publish({ kind: 'sessions' })
    lookForJobs()
    return answer
  })

  serve(app, administrators.activate, (which, { changing }) =>
    changing(
      db,
      'Administrator has been activated.',
      async (change) => ({ data: await activate(db, which, change) }),
      FINAL,
    ),
  )

  serve(app, invitations.get, async ({ token }, { address }) => ({
    message: 'Invitation',
    data: await readInvitation(deps, token, address),
  }))

  serve(app, invitations.accept, (fields, { changing, address }) =>
    changing(db, 'Welcome! Please sign in.', (change) => acceptInvitation(deps, fields, address, change), FINAL),
  )
}
