import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type LetterFormat, MOST_LETTERS } from '#contract/campaign-letters.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { Part } from '#web/records/page/part.tsx'
import { useDownload } from '#web/shared-acts/use-download.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { formatCount, formatDate, formatNumber } from '#web/ui/format.ts'
import { DealersToldDialog, MailedDialog, ReturnedDialog, today } from './noted-dialogs.tsx'

type Noted = 'mailed' | 'returned' | 'dealers'
const dialogs = { mailed: MailedDialog, returned: ReturnedDialog, dealers: DealersToldDialog }
const choices = [
  { value: 'not_mailed', label: 'To be mailed' },
  { value: 'open', label: 'All open' },
]

/** Who was told of a campaign, by letter, at the dealers’ and in the app, and what is to be sent. */
export function NoticesPart({ campaign }: { campaign: Campaign }) {
  const { number, counts, round, state, _id: campaign_id } = campaign
  const [only, setOnly] = useState<'not_mailed' | 'open'>('not_mailed')
  const [noting, setNoting] = useState<Noted>()
  const letters = useDownload(campaigns.letters)
  const bulletin = useDownload(campaigns.dealers)
  const Dialog = noting && dialogs[noting]
  const { dealers_told, dealers_told_on } = campaign
  const isOwed = campaign.type === 'recall' && state === 'open' && counts.not_mailed > 0
  const isOverdue = isOwed && campaign.owners_due_on < today()
  return (
    <Stack gap="md">
      <Part title="Letters">
        <DescriptionList
          items={[
            ['To be mailed', formatNumber(counts.not_mailed)],
            ['Of these without an address', formatNumber(counts.without_address), counts.without_address > 0],
            isOverdue
              ? ['Due on', `${formatDate(campaign.owners_due_on)}. Overdue.`, true]
              : ['Due on', formatDate(campaign.owners_due_on)],
          ]}
        />
        <Text size="sm" c="dimmed" my="sm">
          {`A PDF has at most ${formatNumber(MOST_LETTERS)} letters; the CSV file is for a mailing house. Vehicles without an address are left out.`}
        </Text>
        <Group gap="sm">
          <SegmentedControl
            aria-label="Which vehicles"
            size="sm"
            data={choices}
            value={only}
            onChange={(value) => setOnly(value as typeof only)}
          />
          <Downloads
            busy={letters.busy}
            what="letters"
            save={(format) => letters.save({ campaign_id, format, only }, `${number} letters.${format}`)}
          />
          <Button size="sm" variant="default" onClick={() => setNoting('mailed')}>
            Mark as mailed
          </Button>
          <Button size="sm" variant="default" onClick={() => setNoting('returned')}>
            Note returned letters
          </Button>
        </Group>
      </Part>
      <Part title="Dealers">
        <DescriptionList
          items={[
            [
              'Told',
              dealers_told_on
                ? `${formatCount(dealers_told, 'dealer')}, last on ${formatDate(dealers_told_on)}`
                : 'None yet',
            ],
          ]}
        />
        <Group gap="sm" mt="sm">
          <Downloads
            busy={bulletin.busy}
            what="bulletin"
            save={(format) => bulletin.save({ campaign_id, format }, `${number} dealers.${format}`)}
          />
          <Button size="sm" variant="default" onClick={() => setNoting('dealers')}>
            Mark as told
          </Button>
        </Group>
      </Part>
      <Part title="In the App">
        <DescriptionList
          items={[
            ['Round', state === 'draft' ? 'Not open yet' : formatNumber(round)],
            ['Owners the next round would tell', formatNumber(campaign.owners_to_tell)],
            ['Open vehicles whose owner was not told', formatNumber(counts.not_told)],
          ]}
        />
      </Part>
      {Dialog && <Dialog campaign={campaign} onClose={() => setNoting(undefined)} />}
    </Stack>
  )
}

type DownloadsProps = { busy: boolean; what: string; save: (format: LetterFormat) => unknown }

const Downloads = ({ busy, what, save }: DownloadsProps) => (
  <Button.Group>
    {(['pdf', 'csv'] as const).map((format) => (
      <Button
        key={format}
        size="sm"
        variant="default"
        disabled={busy}
        leftSection={<Download size={14} aria-hidden />}
        aria-label={`Download ${what} as ${format.toUpperCase()}`}
        onClick={() => void save(format)}
      >
        {format.toUpperCase()}
      </Button>
    ))}
  </Button.Group>
)
