/** What the app runs on. Apart from the calls: the forms of the back-office load it. */
export const platforms = ['ios', 'android', 'web'] as const
