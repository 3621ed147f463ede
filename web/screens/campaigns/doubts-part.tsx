import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Copy, MessageSquareText, ScanSearch } from 'lucide-react'
import { Link } from 'react-router'
import { type CampaignDoubt, MOST_DOUBTS } from '#contract/campaign-doubts.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { recordPathOf } from '#contract/paths.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { useDecisions } from '#web/records/change/use-decisions.ts'
import classes from '#web/records/page/entries-in-part.module.css'
import { Part } from '#web/records/page/part.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'

const looks = {
  possible: { icon: ScanSearch, word: 'Perhaps' },
  disputed: { icon: Copy, word: 'Several RVs' },
  said: { icon: MessageSquareText, word: 'Owner says' },
} satisfies Record<CampaignDoubt['why'], unknown>
const saidWords: Record<string, string> = {
  done: 'It was repaired',
  sold: 'It was sold',
  stolen: 'It was stolen',
  scrapped: 'It was scrapped',
  exported: 'It was exported',
}
type Act = 'confirm' | 'reject' | 'accept'
const keyOf = ({ why, unit_id, rv_id }: CampaignDoubt) => `${why} ${unit_id} ${rv_id}`

/** What somebody has to decide about the vehicles of a campaign, each with the buttons that do. */
export function DoubtsPart({ campaign: { _id: campaign_id } }: { campaign: Campaign }) {
  const { data, error, refetch } = useQuery(query(campaigns.doubts, { campaign_id }))
  const doubts = data?.data
  const { busyOf, decide } = useDecisions({
    of: doubts,
    keyOf,
    send: (act: Act, { unit_id, rv_id }) =>
      act === 'accept'
        ? call(campaignUnits.accept, { unit_id })
        : call(campaignUnits[act], { unit_id, rv_id: rv_id ?? '' }),
    refetch,
  })
  const buttonsOf = (doubt: CampaignDoubt, words: Partial<Record<Act, string>>) => (
    <Group gap="xs" justify="flex-end">
      {Object.entries(words).map(([act, word], place) => (
        <Button
          key={act}
          size="compact-sm"
          variant={place ? 'default' : 'filled'}
          loading={busyOf(doubt) === act}
          aria-label={`${word}: ${doubt.vin}${doubt.user ? ` of ${doubt.user.name}` : ''}`}
          onClick={() => decide(act as Act, doubt)}
        >
          {word}
        </Button>
      ))}
    </Group>
  )
  return (
    <Part
      title="Doubts"
      count={doubts?.length}
      isLoading={!doubts}
      error={doubts ? null : error}
      onRetry={() => void refetch()}
    >
      {doubts?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has to be decided.
        </Text>
      )}
      {doubts && doubts.length >= MOST_DOUBTS && (
        <Text size="sm" c="dimmed">{`At most ${MOST_DOUBTS} of each kind are shown.`}</Text>
      )}
      {doubts && doubts.length > 0 && (
        <div className={classes.entries}>
          <Entries
            label="Doubts"
            entries={doubts.map((doubt) => {
              const { icon: Icon, word } = looks[doubt.why]
              return {
                id: keyOf(doubt),
                icon: <Icon size={16} aria-hidden />,
                title: (
                  <Anchor component={Link} to={recordPathOf('campaign_units', doubt.unit_id)} inherit c="inherit">
                    {doubt.vin}
                  </Anchor>
                ),
                badge: (
                  <>
                    <Badge variant="default" tt="none" fw={500}>
                      {word}
                    </Badge>
                    {doubt.rv_id && (
                      <Anchor component={Link} to={recordPathOf('rvs', doubt.rv_id)} size="sm">
                        {`RV of ${doubt.user?.name ?? ''}`}
                      </Anchor>
                    )}
                  </>
                ),
                lines: [lineOf(doubt)],
                action: buttonsOf(doubt, actsOf(doubt)),
              }
            })}
          />
        </div>
      )}
    </Part>
  )
}

function actsOf({ why }: CampaignDoubt): Partial<Record<Act, string>> {
  if (why === 'possible') return { confirm: 'Is this vehicle', reject: 'Is not' }
  return why === 'disputed' ? { reject: 'Is not' } : { accept: 'Accept' }
}

function lineOf({ why, said }: CampaignDoubt) {
  if (why === 'possible') return 'The same last six digits. Its owner was asked for the full VIN.'
  if (why === 'disputed') return 'Several RVs have this VIN. Their owners have all been told.'
  const { what = '', on = null } = said ?? {}
  return `${saidWords[what] ?? what}${on ? ` on ${formatDate(on)}` : ''}.`
}
