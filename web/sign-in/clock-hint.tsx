import { Text } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { MINUTE } from '#contract/durations.ts'
import type { wrongCode } from '#contract/sign-in.ts'
import type { ApiError } from '#web/api/api-error.ts'

/**
 * Says, once `look` was called with the refusal of a code of the authenticator app, when the server's clock differs
 * from this device's by more than a minute.
 */
export function useClockHint() {
  const [hint, setHint] = useState<string>()
  return {
    look: ({ body }: ApiError) => setHint(hintOf((body.data ?? {}) as Partial<z.output<typeof wrongCode>>)),
    hint: hint && (
      <Text role="alert" size="sm">
        {hint}
      </Text>
    ),
  }
}

function hintOf({ server_time }: Partial<z.output<typeof wrongCode>>) {
  const apart = server_time === undefined ? 0 : Math.abs(Date.parse(server_time) - Date.now())
  if (apart <= MINUTE) return undefined
  return `The clocks of the server and of this device are ${formatMinutes(apart / MINUTE)} apart, and codes depend on the time. Please correct this device’s clock, or ask the server’s operator.`
}

function formatMinutes(minutes: number) {
  if (minutes < 120) return inUnits(minutes, 'minute')
  return minutes < 48 * 60 ? inUnits(minutes / 60, 'hour') : inUnits(minutes / (24 * 60), 'day')
}

const inUnits = (count: number, unit: string) =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(count)
