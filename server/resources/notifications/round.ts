import { OutsideFault } from '../../errors.ts'
import type { PushResult } from '../../integrations/push/push.ts'

/** The outcome for one recipient; `fault` if nobody was told, for a reason that is not theirs. */
export type RecipientOutcome = {
  seq: number
  attempts: number
  devices: number
  state: PushResult['state'] | 'waiting'
  reason: string | null
  gone: string[]
  mismatches?: number
  /** Why it waited before, if that is because its devices were among too many that looked gone. */
  suspicion: string | null
  /** Whether it waits now for that reason. */
  isSuspect?: boolean
  doubt?: OutsideFault
  fault?: OutsideFault
}

const isGone = ({ state, gone }: RecipientOutcome) => state === 'no_device' && gone.length > 0

/** If at least this share of the devices tried look gone at once, they are not believed. */
const MOST_GONE = 0.05
/** Among fewer, people who have left may be a large share. */
const ENOUGH_DEVICES = 100
/** This many do not all leave at once: one answer for everyone is about us. */
const FEW_DEVICES = 5
const NONE_REMOVED = 'None was removed.'
/** Until the end of the round, a recipient waits for its earlier reason. */
const stillSuspect = ({ suspicion }: RecipientOutcome) =>
  suspicion === null ? {} : { reason: suspicion, isSuspect: true }
/** Refusals that are attributed to us as long as nobody is served meanwhile. */
const ENOUGH_DOUBTS = 20
/** After this many tries a doubtful refusal is attributed to the recipient: it can be resent by hand. */
const MOST_DOUBTED = 20

/**
 * Collects the outcomes for the recipients that one job tells. Whether their devices are really gone, and whether a
 * failure is about us, shows only when enough have been tried: such recipients keep waiting until `verdict`. With
 * `trusted` any number of devices may be gone; without it, those that were among too many are not believed later
 * either.
 */
export function startRound({ trusted }: { trusted: boolean }) {
  const undecided: RecipientOutcome[] = []
  let devices = 0
  let isServed = false
  let fault: OutsideFault | undefined
  const gone = () => undecided.flatMap(({ gone }) => gone)
  const doubts = () => undecided.flatMap(({ doubt }) => doubt ?? [])

  /** With few devices it shows only once all are tried. Belonging to another sender is rarely the devices' fault. */
  function areTooMany(count: number, isEnd: boolean) {
    if (devices >= ENOUGH_DEVICES) return count > devices * MOST_GONE
    const mismatches = undecided.reduce((sum, { mismatches = 0 }) => sum + mismatches, 0)
    return isEnd && (mismatches > devices * MOST_GONE || (count === devices && devices >= FEW_DEVICES))
  }
  function waveOfDepartures(isEnd: boolean) {
    const count = gone().length
    if (trusted) return undefined
    const before = undecided.find(({ suspicion, gone }) => suspicion && gone.length)?.suspicion
    const now = areTooMany(count, isEnd) && `${count} of ${devices} devices look unregistered at once. ${NONE_REMOVED}`
    const words = now || before
    return words ? new OutsideFault('push', 'set-up', words) : undefined
  }

  return {
    /** Adds some recipients' results. Returns them as they should be recorded for now. */
    add(results: RecipientOutcome[]): RecipientOutcome[] {
      for (const result of results) {
        devices += result.fault ? 0 : result.devices
        isServed ||= result.state === 'accepted'
        fault ??= result.fault
        if (result.gone.length || result.doubt) undecided.push(result)
      }
      return results.map((one) => (one.doubt || isGone(one) ? { ...one, state: 'waiting', ...stillSuspect(one) } : one))
    },
    /** How many devices were tried. */
    asked: () => devices,
    /** Whether enough is known to stop early. */
    isOver: () =>
      fault !== undefined || waveOfDepartures(false) !== undefined || (!isServed && doubts().length >= ENOUGH_DOUBTS),
    /** Whether there may be too few devices yet to tell. */
    needsMore: () => !trusted && gone().length > 0 && devices < ENOUGH_DEVICES,
    /** What is about us, if anything, and the recipients and devices that remain to be recorded. */
    verdict() {
      const wave = waveOfDepartures(true)
      const about = fault ?? wave ?? (isServed ? undefined : doubts()[0])
      const isDecided = ({ doubt, attempts }: RecipientOutcome) => (doubt ? !about || attempts >= MOST_DOUBTED : !about)
      const suspects = wave && about === wave ? undecided.filter(isGone) : []
      return {
        fault: about,
        decided: [
          ...undecided.filter(isDecided),
          ...suspects.map((one) => ({
            ...one,
            state: 'waiting' as const,
            reason: wave?.message ?? null,
            isSuspect: true,
          })),
        ],
        gone: about ? [] : gone(),
      }
    },
  }
}
