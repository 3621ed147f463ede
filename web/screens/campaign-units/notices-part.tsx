import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Mail, Smartphone } from 'lucide-react'
import { type CampaignNotice, type CampaignUnit, campaignUnits, languageWords } from '#contract/campaign-units.ts'
import { query } from '#web/api/query.ts'
import { formatOfficeTime } from '#web/forms/office-time.ts'
import classes from '#web/records/page/entries-in-part.module.css'
import { Part } from '#web/records/page/part.tsx'
import { stateLabels } from '#web/shared-acts/delivery-labels.ts'
import { formatDate } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'

const looks = {
  app: { icon: Smartphone, word: 'In the app' },
  letter: { icon: Mail, word: 'Letter' },
} satisfies Record<CampaignNotice['way'], unknown>
const letterStates: Record<string, string> = { mailed: 'Mailed', returned: 'Returned' }

/** Who was told of a vehicle: each notice with its way, its round, its day, how it fared and its language. */
export function UnitNoticesPart({ unit: { _id: unit_id } }: { unit: CampaignUnit }) {
  const { data, error, refetch } = useQuery(query(campaignUnits.notices, { unit_id }))
  const notices = data?.data
  return (
    <Part
      title="Notices"
      count={notices?.length}
      isLoading={!notices}
      error={notices ? null : error}
      onRetry={() => void refetch()}
      none={notices?.length === 0 ? 'notices' : undefined}
    >
      {notices && notices.length > 0 && (
        <div className={classes.entries}>
          <Entries
            label="Notices"
            entries={notices.map(({ way, round, at, state, language }, place) => {
              const { icon: Icon, word } = looks[way]
              return {
                id: String(place),
                icon: <Icon size={16} aria-hidden />,
                title: word,
                badge: (
                  <Badge variant="default" tt="none" fw={500}>
                    {noticeWords(way, state)}
                  </Badge>
                ),
                lines: [
                  `Round ${round}, ${way === 'app' ? formatOfficeTime(at) : formatDate(at)}, ${languageWords[language]}`,
                ],
              }
            })}
          />
        </div>
      )}
    </Part>
  )
}

const noticeWords = (way: CampaignNotice['way'], state: string) =>
  (way === 'letter' ? letterStates[state] : stateLabels[state as keyof typeof stateLabels]?.label) ?? state
