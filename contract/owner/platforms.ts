/** The platforms of the app. Kept apart from the calls because back-office forms load it. */
export const platforms = ['ios', 'android', 'web'] as const
