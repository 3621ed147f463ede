import { Stack, Text } from '@mantine/core'
import { WarningText } from '#web/ui/warning-text.tsx'
import { type Column, text } from './columns.tsx'

type Person = { email: string; mail_problem: string | null }

/** The column of a person's e-mail address, which says when the last mail to it was refused. */
export const emailColumn = <Row extends Person>(): Column<Row> => ({
  ...text('email', { minWidth: 220, flex: 1.5 }),
  cell: ({ email, mail_problem }) =>
    mail_problem ? (
      <Stack gap={0} miw={0} maw="100%">
        <span>{email}</span>
        <Text size="xs" truncate title={mail_problem}>
          <WarningText>Mail not delivered: {mail_problem}</WarningText>
        </Text>
      </Stack>
    ) : (
      email
    ),
})
