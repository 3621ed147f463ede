/** The zone, if this runtime knows it; else null. */
export function knownZone(zone: string | null | undefined) {
  try {
    return zone ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : null
  } catch {
    return null
  }
}
