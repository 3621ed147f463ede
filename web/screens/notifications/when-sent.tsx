import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { z } from 'zod'
import { composedFields, frenchIssue, type Purpose } from '#contract/message-fields.ts'
import type { Notification } from '#contract/notifications.ts'
import { SEND_AT } from '#contract/send-at.ts'
import { officeTimeZone } from '#web/forms/office-time.ts'
import { linkFields, linkIssue } from '#web/shared-forms/message-links.tsx'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { MomentField } from '#web/ui/fields/moment-field.tsx'
import { formatZonedTime } from '#web/ui/zoned-time.ts'

const isTime = (at: string) => z.iso.datetime().safeParse(at).success

/** What is written in the form of a message: its text, what it is for, where it leads, and when it goes. */
export const writtenFields = composedFields
  .extend({
    when: z.enum(['now', 'later']),
    send_at: z.string(),
    own_time: z.boolean(),
    ...linkFields,
  })
  .superRefine(({ when, send_at, own_time, ...leads }, { addIssue }) => {
    for (const issue of [linkIssue(leads), frenchIssue(leads)]) if (issue) addIssue(issue)
    if (when !== 'later') return
    if (!isTime(send_at)) addIssue({ code: 'custom', path: ['send_at'], message: SEND_AT })
    // For owners' own time, only the server knows when it has passed.
    else if (!own_time && Date.parse(send_at) <= Date.now())
      addIssue({ code: 'custom', path: ['send_at'], message: 'Please choose a time that is still to come.' })
  })
export type WhenSent = { when: 'now' | 'later'; send_at: string; own_time: boolean }

/** A clock time without a zone is kept as if it were UTC. */
const OWN = 'UTC'

/** When a message goes, as the form begins with it. */
export const whenOf = ({ send_at, local_time }: Pick<Notification, 'send_at' | 'local_time'>): WhenSent => ({
  when: send_at ? 'later' : 'now',
  send_at: send_at ? (local_time ? `${send_at}:00.000Z` : send_at) : '',
  own_time: local_time,
})
export const AT_ONCE: WhenSent = whenOf({ send_at: null, local_time: false })

/** The same as input of the calls. */
export const sendAtInput = ({ when, send_at, own_time }: WhenSent) => {
  if (when === 'now') return {}
  return own_time ? { send_at: send_at.slice(0, 16), local_time: true } : { send_at }
}

/** When a message that is not sent at once goes, as the server would say it. */
export const sendAtOfForm = (when: WhenSent) => ({ send_at: null, local_time: false, ...sendAtInput(when) })

/** When a message goes, in words: `1 Dec, 08:00, owners’ own time`. */
export function whenInWords({ send_at, local_time }: Pick<Notification, 'send_at' | 'local_time'>) {
  const { send_at: at } = whenOf({ send_at, local_time })
  return local_time ? `${formatZonedTime(at, OWN)}, owners’ own time` : formatZonedTime(at, officeTimeZone())
}

type WhenFieldsProps = { form: unknown; purpose: Purpose; canGoNow?: boolean }

/** Now or at a time, and what the night has to do with it. */
export function WhenFields({ form, purpose, canGoNow = true }: WhenFieldsProps) {
  const typed = form as FormOf<WhenSent> & { setFieldValue: (name: string, value: unknown) => void }
  const { when, own_time } = typed.values
  return (
    <Stack gap="xs">
      {canGoNow && (
        <Radio.Group label="When" value={when} onChange={(chosen) => typed.setFieldValue('when', chosen)}>
          <Stack gap={6} mt={6}>
            <Radio value="now" label="Now" />
            <Radio value="later" label="At a day and time" />
          </Stack>
        </Radio.Group>
      )}
      {when === 'later' && (
        <>
          <MomentField
            form={typed}
            name="send_at"
            label="Day"
            zone={own_time ? OWN : officeTimeZone()}
            {...(own_time && {
              description: 'By the clock of each owner’s phone; still to come in Newfoundland, where it is latest',
            })}
          />
          <Checkbox
            label="In each owner’s own time"
            checked={own_time}
            onChange={({ currentTarget }) => typed.setFieldValue('own_time', currentTarget.checked)}
          />
        </>
      )}
      <Text size="sm" component="output">
        {nightWords(purpose, when)}
      </Text>
    </Stack>
  )
}

function nightWords(purpose: Purpose, when: WhenSent['when']) {
  if (purpose === 'safety') return 'A message about safety rings at any hour.'
  return when === 'now'
    ? 'It is in the app at once. Phones ring from 8:00 to 21:00 by their own clocks.'
    : 'Where it is between 21:00 and 8:00 then, it goes at 8:00. Owners whose time zone isn’t known, such as those without a phone, get it when it is day from Newfoundland to Hawaii.'
}
