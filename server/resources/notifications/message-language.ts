import type { Language } from '#contract/french.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../users/languages.ts'
import { imprintIn } from './consent.ts'

type Texts = { title: string; description: string; title_fr: string; description_fr: string; imprint: string }
type ReadsOn = Pick<Deps, 'db'> & { settings: Pick<Deps['settings'], 'languages'> }

/** A message's text in a language: its French if written, else its English. */
export const textIn = ({ title, description, title_fr, description_fr, imprint }: Texts, language: Language) =>
  language === 'fr' && title_fr
    ? { title: title_fr, description: description_fr, imprint: imprintIn(imprint, 'fr') }
    : { title, description, imprint }

/** All texts that may be read of these messages, to find what fills them in. */
export const allTexts = (
  messages: (Pick<Texts, 'title' | 'description' | 'title_fr' | 'description_fr'> & { notification_id: string })[],
) =>
  messages.flatMap(({ title, description, title_fr, description_fr, notification_id }) => [
    { title, description, notification_id },
    ...(title_fr ? [{ title: title_fr, description: description_fr, notification_id }] : []),
  ])

/**
 * The language in which each of these owners reads these messages: English if no French is written, or owners read
 * none.
 */
export async function readersOf({ db, settings }: ReadsOn, owners: string[], messages: Pick<Texts, 'title_fr'>[]) {
  const isAsked = settings.languages.includes('fr') && messages.some(({ title_fr }) => title_fr)
  return isAsked ? languageOf(db, owners) : () => 'en' as const
}
