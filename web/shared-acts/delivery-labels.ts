import type { RecipientState } from '#contract/notifications.ts'

/** Labels, explanations and colours of how messages fare. */
export const stateLabels: Record<RecipientState, { label: string; meaning: string; color: string }> = {
  waiting: { label: 'Queued', meaning: 'These users are still waiting their turn.', color: 'gray' },
  night: {
    label: 'Waiting for the morning',
    meaning: 'It is night where these users are. It is in the app’s inbox; their phones are told from 8:00 on.',
    color: 'gray',
  },
  sending: { label: 'Being sent', meaning: 'Being handed to the push service.', color: 'amber' },
  accepted: {
    label: 'Accepted',
    meaning: 'The push service accepted it, and it is in the app’s inbox.',
    color: 'pine',
  },
  inbox: { label: 'In the inbox', meaning: 'Push is not set up here; it is in the app’s inbox.', color: 'pine' },
  no_device: {
    label: 'No device',
    meaning: 'No device is registered for push; it is in the app’s inbox.',
    color: 'gray',
  },
  failed: { label: 'Failed', meaning: 'The push service refused it. It can be sent again.', color: 'red' },
  unknown: {
    label: 'Unknown',
    meaning: 'The push service’s answer was lost. It is not sent again, so no one gets it twice.',
    color: 'amber',
  },
  weekly_limit: {
    label: 'In the inbox only',
    meaning: 'These users had got as many messages that week as one may. Their phones were not told.',
    color: 'gray',
  },
  settled: {
    label: 'Not needed any more',
    meaning:
      'Before their phones were told, what these users were to be reminded of was done, deleted or put off, or they turned reminders off.',
    color: 'gray',
  },
  no_consent: {
    label: 'No consent',
    meaning: 'These users took back their consent to news before it went. It is not in their inbox.',
    color: 'gray',
  },
  not_meant: {
    label: 'Not meant any more',
    meaning: 'These users were counted when it was written, and were not meant any more when it went.',
    color: 'gray',
  },
  recalled: {
    label: 'Spared by the recall',
    meaning: 'It was recalled before it went to these users.',
    color: 'gray',
  },
}
