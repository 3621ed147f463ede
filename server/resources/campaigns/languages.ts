import type { LetterLanguage } from '#contract/campaign-units.ts'

/** The texts of a campaign that owners read, each of which has a French twin. */
export const TEXTS = ['title', 'defect', 'risk', 'remedy'] as const
type Text = (typeof TEXTS)[number]
/** The texts of a campaign, in English and French. */
export type CampaignTexts = Record<Text | `${Text}_fr`, string>
export const campaignTexts = TEXTS.flatMap((name) => [name, `${name}_fr`] as const)

/** Whether a campaign's French is complete. */
export const hasFrench = (campaign: CampaignTexts) => TEXTS.every((name) => campaign[`${name}_fr`] || !campaign[name])

/** Its texts in a language. */
export const textsIn = (campaign: CampaignTexts, language: LetterLanguage) =>
  Object.fromEntries(
    TEXTS.map((name) => [name, campaign[language === 'fr' ? (`${name}_fr` as const) : name]]),
  ) as Record<Text, string>

/**
 * A letter's languages: French or English, as its recipient reads, or both if Canada requires them and that is unknown.
 */
export function letterLanguagesOf(
  campaign: CampaignTexts & { regulators: string },
  language: LetterLanguage | null,
): LetterLanguage[] {
  if (!hasFrench(campaign) || language === 'en') return ['en']
  if (language === 'fr') return ['fr']
  return campaign.regulators.includes('transport_canada') ? ['en', 'fr'] : ['en']
}

/** SQL: the result of `made` for a letter's languages, by those of the registered owner of each of `campaign_units`. */
export function byLetterLanguages(
  campaign: CampaignTexts & { regulators: string },
  made: (languages: LetterLanguage[]) => string,
) {
  const [fr, en, none] = (['fr', 'en', null] as const).map((one) => made(letterLanguagesOf(campaign, one)))
  return `case campaign_units.language when 'fr' then ${fr} when 'en' then ${en} else ${none} end`
}
