import { secondFactor } from '#contract/sign-in.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange } from '../../http/serve.ts'
import { readStatus, renewRecoveryCodes } from './factors.ts'
import { addPasskey, optionsToAdd, removePasskey } from './passkeys.service.ts'
import { beginTotp, confirmTotp, removeTotp } from './totp.service.ts'

/** Answers the calls of contract/sign-in.ts about one's own second factors. */
export function secondFactorRoutes(app: App, deps: Deps) {
  serve(app, secondFactor.status, async (_nothing, { actor }) => ({
    message: 'Second factor',
    data: await readStatus(deps, actor._id),
  }))

  serve(app, secondFactor.totpBegin, async (_nothing, { actor, write }) => ({
    message: 'Please scan the code.',
    data: await write((db) => beginTotp(db, actor._id)),
  }))

  serveChange(
    app,
    secondFactor.totpConfirm,
    'Authenticator app added successfully.',
    async ({ code }, { write }) => ({ data: await confirmTotp(code, write) }),
    FINAL,
  )

  serveChange(
    app,
    secondFactor.totpRemove,
    'Authenticator app removed successfully.',
    (_nothing, { write }) => removeTotp(deps, write),
    FINAL,
  )

  serveChange(
    app,
    secondFactor.recoveryCodes,
    'There are new recovery codes. The previous ones no longer work.',
    (_nothing, { write }) =>
      write(async (db, change) => ({ data: await renewRecoveryCodes(db, change, change.actor._id) })),
    FINAL,
  )

  serve(app, secondFactor.passkeyOptions, async (_nothing, { session }) => ({
    message: 'Passkey',
    data: await optionsToAdd(deps, session),
  }))

  serveChange(
    app,
    secondFactor.passkeyAdd,
    'Passkey added successfully.',
    async (fields, { write, session }) => ({ data: await addPasskey(deps, fields, session, write) }),
    FINAL,
  )

  serveChange(
    app,
    secondFactor.passkeyRemove,
    'Passkey removed successfully.',
    ({ passkey_id }, { write }) => removePasskey(deps, passkey_id, write),
    FINAL,
  )
}
