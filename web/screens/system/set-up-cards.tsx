import { Code, List, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Card } from '#web/ui/page/card.tsx'

type SetUpProps = { id: string; title: string; text: string; steps: { what: string; lines?: string }[] }

/** How something is set up on the server. The address may lead to it by its id. */
function SetUpCard({ id, title, text, steps }: SetUpProps) {
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === `#${id}`) place.current?.scrollIntoView({ block: 'start' })
  }, [hash, id])
  return (
    <div ref={place} id={id}>
      <Card title={title} text={text}>
        <List type="ordered" size="sm" mt="sm" spacing="xs">
          {steps.map(({ what, lines }) => (
            <List.Item key={what}>
              <Text span inherit>
                {what}
              </Text>
              {lines && (
                <Code block mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {lines}
                </Code>
              )}
            </List.Item>
          ))}
        </List>
      </Card>
    </div>
  )
}

const RESTART = { what: 'Restart the server.' }

/** How mail is set up. */
export const MailSetUp = () => (
  <SetUpCard
    id="email"
    title="Set up email"
    text="This server sends no email. Instead it writes each one to a file in the mail folder of its data, and keeps it for a week."
    steps={[
      {
        what: 'Set these environment variables for the server, with your mail provider’s address, user and password:',
        lines: 'SMTP_URL=smtps://user:password@smtp.example.com\nMAIL_FROM=office@example.com',
      },
      RESTART,
      { what: 'Invite a colleague, or send yourself a reset code. This page lists emails that could not be sent.' },
    ]}
  />
)

/** How backups are set up. */
export const BackupSetUp = () => (
  <SetUpCard
    id="backups"
    title="Set up backups"
    text="No server makes backups."
    steps={[
      {
        what: 'Set this environment variable for the server, with a folder on another disk that it can write to:',
        lines: 'BACKUP_DIR=/srv/backups/back-office',
      },
      { ...RESTART, what: 'Restart the server. It makes a backup once a day, the first one within minutes.' },
      { what: 'Copy the folder to another place, and try a restore: npm run restore says how.' },
    ]}
  />
)

/** How news gets a sender. */
export const NewsSetUp = () => (
  <SetUpCard
    id="news"
    title="Set up news"
    text="News has no sender, so none can be sent. Other messages are not affected."
    steps={[
      {
        what: 'Set these environment variables for the server, so that each message says who has sent it:',
        lines:
          'SENDER_NAME=Your company\nSENDER_ADDRESS=1 Main Street, Bend, OR 97701\nSENDER_CONTACT=office@example.com',
      },
      RESTART,
    ]}
  />
)
