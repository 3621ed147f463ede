import type { DeliveryState } from '#contract/notifications.ts'

export type DemoNotification = {
  /** How many days ago it was sent. */
  days: number
  title: string
  description: string
  to: number
  /** The delivery state of the recipient at this position. */
  ending: (place: number) => DeliveryState
}

const mostly = (place: number): DeliveryState =>
  place % 61 === 7 ? 'failed' : place % 9 === 4 ? 'no_device' : place % 307 === 11 ? 'unknown' : 'accepted'

export const demoNotifications: DemoNotification[] = [
  {
    days: 41,
    title: 'Water heater recall: please check your serial number',
    description:
      'A batch of water heaters fitted in spring may leak at the relief valve. Open the app, look up your RV under My RV, and call your dealer if it is marked. The repair is free and takes an hour.',
    to: 412,
    ending: mostly,
  },
  {
    days: 23,
    title: 'New in the app: checklists of your own',
    description: 'You can now write checklists beside ours, and keep them for every trip.',
    to: 3000,
    ending: mostly,
  },
  {
    days: 9,
    title: 'Winter is coming',
    description: 'Drain the fresh water system before the first frost. The checklist Winterizing has all the steps.',
    to: 1500,
    ending: () => 'inbox',
  },
  {
    days: 2,
    title: 'Your dealer has moved',
    description: 'Pine Ridge RV now welcomes you at the new service centre. Opening hours stay as they were.',
    to: 18,
    ending: (place) => (place === 3 ? 'failed' : 'accepted'),
  },
]
