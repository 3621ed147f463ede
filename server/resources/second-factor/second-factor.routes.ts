import { secondFactor } from '#contract/sign-in.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve } from '../../http/serve.ts'
import { readStatus, renewRecoveryCodes } from './factors.ts'
import { addPasskey, optionsToAdd, removePasskey } from './passkeys.service.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.service.ts'

/** Answers the calls of contract/sign-in.ts about one's own second factors. */
export function secondFactorRoutes(app: App, deps: Deps) {
  const { db, lookForJobs } = deps

  serve(app, secondFactor.status, async (_nothing, { actor }) => ({
    message: 'Second factor',
    data: await readStatus(deps, actor._id),
  }))

  serve(app, secondFactor.totpBegin, async (_nothing, { actor, writing }) => ({
    message: 'Please scan the code.',
    data: await writing(db, (db) => beginTotp(db, actor._id)),
  }))

  serve(app, secondFactor.totpConfirm, async ({ code }, { changing }) => {
    const answer = await changing(
      db,
      'Authenticator app added successfully.',
      async (change) => ({ data: await confirmTotp(db, code, change) }),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, secondFactor.totpRemove, async (_nothing, { changing }) => {
    const answer = await changing(
      db,
      'Authenticator app removed successfully.',
      (change) => removeTotp(deps, change),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, secondFactor.recoveryCodes, async (_nothing, { changing }) => {
    const answer = await changing(
      db,
      'There are new recovery codes. The ones before no longer work.',
      async (change) => ({
        data: await inTransaction(db, (db) => renewRecoveryCodes(db, change, change.actor._id)),
      }),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, secondFactor.passkeyOptions, async (_nothing, { session }) => ({
    message: 'Passkey',
    data: await optionsToAdd(deps, session),
  }))

  serve(app, secondFactor.passkeyAdd, async (fields, { changing, session }) => {
    const answer = await changing(
      db,
      'Passkey added successfully.',
      async (change) => ({ data: await addPasskey(deps, fields, session, change) }),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, secondFactor.passkeyRemove, async ({ passkey_id }, { changing }) => {
    const answer = await changing(
      db,
      'Passkey removed successfully.',
      (change) => removePasskey(deps, passkey_id, change),
      FINAL,
    )
    lookForJobs()
    return answer
  })
}
