import { Alert, Button, Center, Group, Loader, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { warranty } from '#contract/warranty.ts'
import { query } from '#web/api/query.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

const MIN_SPINNER_MS = 1500

/** The warranty of an RV, from the dealer site. */
export function RvStatus({ serial, onClose }: { serial: string; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const [spinning, setSpinning] = useState(true)
  useTimeout(() => setSpinning(false), MIN_SPINNER_MS, { autoInvoke: true })
  const { data, error, isFetching, refetch } = useQuery({
    ...query(warranty.check, { serial }),
    // Fetched again each time the dialog opens.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const waiting = spinning || isFetching
  return (
    <Dialog title="RV Status" dialog={dialog}>
      <div aria-live="polite" aria-busy={waiting} style={{ minHeight: 170 }}>
        {waiting ? (
          <Center h={170}>
            <output aria-label="Loading">
              <Loader aria-hidden />
            </output>
          </Center>
        ) : error ? (
          <FormAlert message={error.message}>
            <Button variant="default" size="xs" onClick={() => void refetch()}>
              Retry
            </Button>
          </FormAlert>
        ) : (
          data && <Answer {...data.data} />
        )}
      </div>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  )
}

type AnswerProps = {
  warranty: { Serial: string; Model: string; DateOfPurchase: string; WarrantyExpire: string }[]
  as_of?: string | undefined
}

function Answer({ warranty: [first], as_of }: AnswerProps) {
  return (
    <>
      {as_of && (
        <Alert color="amber" icon={<History aria-hidden />} mb="md">
          Warranties cannot be checked right now. This is what the dealer site said on {formatDateTime(as_of)}.
        </Alert>
      )}
      {first ? (
        <DescriptionList
          items={[
            ['Serial', first.Serial],
            ['Model', first.Model],
            ['DateOfPurchase', formatDate(first.DateOfPurchase)],
            ['WarrantyExpire', formatDate(first.WarrantyExpire)],
          ]}
        />
      ) : (
        <Center h={120}>
          <Text>No Data Found</Text>
        </Center>
      )}
    </>
  )
}
