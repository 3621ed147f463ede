import { Button, Code, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeptMail, system } from '#contract/system.ts'
import { call } from '#web/api/call.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastError } from '#web/ui/feedback/toast.ts'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'

/**
 * The emails that the server keeps in place of sending them, once somebody asks for them: they hold codes and links.
 */
export function KeptMails() {
  const read = useMutation({
    meta: { changesRecords: false },
    mutationFn: () => call(system.keptMails, {}),
    onError: (error) => toastError(error.message),
  })
  const kept = read.data?.data
  return (
    <Card
      title="Kept emails"
      text="This server sends no email. What it would have sent is kept for a week."
      actions={
        <Button variant="default" loading={read.isPending} onClick={() => whenOnline(() => read.mutate())}>
          {kept ? 'Refresh' : 'Show Emails'}
        </Button>
      }
    >
      <Text component="output" display="block" mt={kept ? 'sm' : 0}>
        {kept && describeTotal(kept.total, kept.mails.length)}
      </Text>
      {kept && kept.mails.length > 0 && (
        <Stack component="ul" aria-label="Kept emails" mt="md" p={0} m={0} gap="lg" style={{ listStyle: 'none' }}>
          {kept.mails.map((mail) => (
            <Kept key={mail._id} mail={mail} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

function describeTotal(total: number, shown: number) {
  if (!total) return 'No emails are kept.'
  const all = `${formatCount(total, 'email')}, the newest first.`
  return shown < total ? `${all} These are the newest ${shown}.` : all
}

function Kept({ mail: { at, to, subject, file, text } }: { mail: KeptMail }) {
  return (
    <li>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {`To ${to}, ${formatDateTime(at)}. ${file}`}
      </Text>
      {text === null ? (
        <Text size="sm" mt={4}>
          Only this person sees the text here. The server’s operator can read the file.
        </Text>
      ) : (
        <Code block mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Code>
      )}
    </li>
  )
}
