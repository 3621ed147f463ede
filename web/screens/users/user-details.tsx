import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { rvs } from '#contract/rvs.ts'
import type { User } from '#contract/users.ts'
import { query } from '#web/api/query.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Entries } from '#web/ui/page/entries.tsx'

export function UserDetails({ user, onClose }: { user: User; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="User Details" dialog={dialog}>
      <DescriptionList
        items={[
          ['Name', user.name],
          ['Email', user.email],
          ['Status', user.status ? 'True' : 'False'],
        ]}
      />
      <Title order={3} mt="lg">
        RVs
      </Title>
      <RvsOf user={user} />
      <DialogFooter>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function RvsOf({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(query(rvs.list, { user_id: user._id, is_deleted: false }))
  const rows = data?.data
  if (!rows) {
    if (!error) return <Loading size="sm" />
    return <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />
  }
  if (rows.length === 0) return <GridMessage text="This user has no RVs." />
  return (
    <Entries
      label={`RVs of ${user.name}`}
      entries={rows.map(({ _id, rv_type, model_name, year_name, vin }) => ({
        id: _id,
        icon: <Truck size={16} aria-hidden />,
        title: <RecordLink type="rvs" to={{ _id, name: `${rv_type} ${model_name}, ${year_name}` }} />,
        lines: [`VIN ${vin}`],
      }))}
    />
  )
}
