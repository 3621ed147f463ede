import { SimpleGrid } from '@mantine/core'
import { useLocation } from 'react-router'
import { useMe } from '#web/api/use-me.ts'
import { useDraftsLoaded } from '#web/forms/draft-store.ts'
import { helpOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { Page } from '#web/ui/page/page.tsx'
import { KeysCard } from './keys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'

export function EditProfileScreen() {
  const me = useMe()
  const isReady = useDraftsLoaded()
  const { state } = useLocation() as { state: { draft?: string } | null }
  return (
    <Page title={screens.editProfile.title} help={helpOf(screens.editProfile)}>
      {me && isReady && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" maw={1100} style={{ alignItems: 'start' }}>
          <ProfileCard key={state?.draft} me={me} resumed={state?.draft} />
          <PasswordCard me={me} />
          <KeysCard />
        </SimpleGrid>
      )}
    </Page>
  )
}
