import type { LetterLanguage } from '#contract/campaign-units.ts'
import type { Advice } from '#contract/campaigns.ts'

/** A fixed sentence of letters, and the law that requires it; those without a `source` are this product's own. */
type Sentence = Record<LetterLanguage, string> & { source?: string }

/** The fixed sentences of letters to owners; {words in braces} are filled in. */
export const letterWords = {
  recall: {
    source: '49 CFR 577.5(a)',
    en: 'IMPORTANT SAFETY RECALL',
    fr: 'AVIS IMPORTANT : RAPPEL DE SÉCURITÉ',
  },
  service: { en: 'IMPORTANT SERVICE CAMPAIGN', fr: 'AVIS IMPORTANT : CAMPAGNE DE SERVICE' },
  applies: {
    source: '49 CFR 577.5(a)',
    en: 'This notice applies to your vehicle, {VIN}.',
    fr: 'Le présent avis s’applique à votre véhicule, {VIN}.',
  },
  act: {
    source: '49 CFR 577.5(b)',
    en: 'This notice is sent to you in accordance with the National Traffic and Motor Vehicle Safety Act.',
    fr: 'Le présent avis vous est envoyé conformément à la National Traffic and Motor Vehicle Safety Act des États-Unis.',
  },
  canada: {
    source: 'Canada Motor Vehicle Safety Regulations, s. 15',
    en: 'This notice is sent to you in accordance with the requirements of the Canadian Motor Vehicle Safety Act.',
    fr: 'Le présent avis vous est envoyé conformément aux exigences de la Loi sur la sécurité automobile du Canada.',
  },
  number: { en: 'Campaign {number}', fr: 'Campagne {number}' },
  defect: { source: '49 CFR 577.5(e)', en: 'What is wrong', fr: 'Le problème' },
  risk: { source: '49 CFR 577.5(f)', en: 'What may happen', fr: 'Le risque' },
  remedy: { source: '49 CFR 577.5(g)', en: 'What will be done', fr: 'La réparation' },
  advice: { en: 'What owners are told to do until then', fr: 'Ce que les propriétaires doivent faire d’ici là' },
  remedyFrom: {
    source: '49 CFR 577.5(g)',
    en: 'Your vehicle can be repaired from {day}.',
    fr: 'Votre véhicule peut être réparé à compter du {day}.',
  },
  noParts: {
    source: '49 CFR 577.7(a)',
    en: 'Parts are not yet available. You will receive another notice when they are.',
    fr: 'Les pièces ne sont pas encore disponibles. Vous recevrez un autre avis dès qu’elles le seront.',
  },
  partsFrom: { en: 'Parts are available from {day}.', fr: 'Les pièces sont disponibles à compter du {day}.' },
  partsMissing: { en: 'Parts are not yet available.', fr: 'Les pièces ne sont pas encore disponibles.' },
  vehicles: { en: 'Vehicles to be repaired: {count}', fr: 'Véhicules à réparer : {count}' },
  phone: {
    en: 'To have your vehicle repaired, or if you have questions, please call {phone}.',
    fr: 'Pour faire réparer votre véhicule, ou si vous avez des questions, composez le {phone}.',
  },
  complain: {
    source: '49 CFR 577.5(g)(1)(vii)',
    en: 'If you believe that the defect is not being remedied free of charge or within a reasonable time, you may submit a complaint to the Administrator, National Highway Traffic Safety Administration, 1200 New Jersey Avenue, S.E., Washington, DC 20590; call the toll-free Vehicle Safety Hotline at 1-888-327-4236 (TTY: 1-800-424-9153); or go to https://www.nhtsa.gov.',
    fr: 'Si vous croyez que le défaut n’est pas corrigé sans frais ou dans un délai raisonnable, vous pouvez porter plainte auprès de l’Administrator, National Highway Traffic Safety Administration, 1200 New Jersey Avenue, S.E., Washington, DC 20590, appeler sans frais la Vehicle Safety Hotline au 1-888-327-4236 (ATS : 1-800-424-9153) ou visiter https://www.nhtsa.gov.',
  },
  lessor: {
    source: '49 CFR 577.5(h)',
    en: 'Federal regulation requires that any vehicle lessor receiving this recall notice must forward a copy of this notice to the lessee within ten days.',
    fr: 'La réglementation fédérale américaine exige que tout locateur de véhicule qui reçoit le présent avis de rappel en transmette une copie au locataire dans les dix jours.',
  },
  bulletin: { source: '49 CFR 577.13', en: 'Notice to dealers', fr: 'Avis aux concessionnaires' },
} as const satisfies Record<string, Sentence>

/** What owners should do until the remedy, in letters and in the app; empty for no advice. */
export const adviceToOwners: Record<Advice, Record<LetterLanguage, string>> = {
  none: { en: '', fr: '' },
  park_outside: {
    en: 'Park your RV outside, away from buildings and other vehicles, until it is repaired.',
    fr: 'Stationnez votre VR à l’extérieur, loin des bâtiments et des autres véhicules, jusqu’à ce qu’il soit réparé.',
  },
  do_not_drive: {
    en: 'Do not drive your RV until it is repaired.',
    fr: 'Ne conduisez pas votre VR avant qu’il soit réparé.',
  },
}

/** A sentence in a language, filled in. */
export const wordsOf = (
  name: keyof typeof letterWords,
  language: LetterLanguage,
  values: Record<string, string> = {},
) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => value),
    letterWords[name][language] as string,
  )
