import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { secondFactor } from '#contract/sign-in.ts'
import { query } from '#web/api/query.ts'
import { useMe } from '#web/api/use-me.ts'
import { helpOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { SecurityRecord } from '#web/records/change/security-record.tsx'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { EmailCard } from './email-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TotpCard } from './totp-card.tsx'

export function SecurityScreen() {
  const me = useMe()
  return (
    <Page title={screens.security.title} help={helpOf(screens.security)} parent={programsAndSafety}>
      <Stack maw={1100}>
        {me && <EmailCard me={me} />}
        <SecondFactors />
        <SessionsCard />
        {me && (
          <Card
            title="Account activity"
            text="Sign-ins, including failed ones, and changes to your sign-in methods. Kept for a year, visible to colleagues."
          >
            <SecurityRecord administratorId={me._id} />
          </Card>
        )}
        <Text size="sm">
          Change your password under{' '}
          <Anchor component={Link} to={screens.editProfile.path} inherit underline="always">
            {screens.editProfile.title}
          </Anchor>
          .
        </Text>
      </Stack>
    </Page>
  )
}

function SecondFactors() {
  const { data, error, refetch } = useQuery(query(secondFactor.status, {}))
  if (!data)
    return (
      <Unread of={{ data, error, refetch }}>
        <Skeleton h={260} />
      </Unread>
    )
  const status = data.data
  return (
    <>
      <TotpCard status={status} />
      <PasskeysCard status={status} />
      {(status.totp || status.passkeys.length > 0) && <RecoveryCodesCard status={status} />}
    </>
  )
}
