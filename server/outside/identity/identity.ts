import type { SocialProvider } from '#contract/app/account.ts'
import { AppError } from '../../errors.ts'

/** Whom a social network vouches for. `name` is empty where it tells none. */
export type Identity = { subject: string; email: string; name: string }

/** Checks a token of one social network. Throws 422 for one that is not good, 503 when the network cannot be asked. */
export type IdentityCheck = (token: string) => Promise<Identity>

export type Identities = Partial<Record<SocialProvider, IdentityCheck>>

/** The sign-in was not good: one sentence, whatever was wrong with it. */
export const notVouchedFor = () => new AppError(422, 'The sign-in could not be verified. Please try again.')
