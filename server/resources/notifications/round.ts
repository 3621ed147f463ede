import { OutsideFault } from '../../errors.ts'
import type { PushResult } from '../../integrations/push/push.ts'

/** What became of one recipient; `fault` where nobody was told, for a reason that is not theirs. */
export type RecipientOutcome = {
  seq: number
  attempts: number
  devices: number
  state: PushResult['state'] | 'waiting'
  reason: string | null
  gone: string[]
  mismatches?: number
  /** Why it waited before, where that is that its devices looked gone among too many. */
  suspicion: string | null
  /** Whether that is why it waits now. */
  isSuspect?: boolean
  doubt?: OutsideFault
  fault?: OutsideFault
}

const isGone = ({ state, gone }: RecipientOutcome) => state === 'no_device' && gone.length > 0

/** This many devices that look gone at once are no longer believed, among at least this many. */
const MOST_GONE = 0.05
/** Below it people who have left may be many of those asked. */
const ENOUGH_DEVICES = 100
/** So many do not all leave at once: one answer for everybody is about us. */
const FEW_DEVICES = 5
const NONE_REMOVED = 'None was removed.'
/** Until the end of the round, a recipient waits for the reason for which it waited before. */
const stillSuspect = ({ suspicion }: RecipientOutcome) =>
  suspicion === null ? {} : { reason: suspicion, isSuspect: true }
/** Refusals that are taken for ours as long as nobody is served meanwhile. */
const ENOUGH_DOUBTS = 20
/** After this many tries a doubtful refusal is the recipient's: it can be sent again by hand. */
const MOST_DOUBTED = 20

/**
 * Collects what becomes of the recipients that one job tells. Whether their devices are really gone, and whether a failure
 * is about us, shows only when enough have been asked: such recipients go on waiting until `verdict`. With `trusted` any
 * number of devices may be gone; without, those that were among too many are not believed later either.
 */
export function startRound({ trusted }: { trusted: boolean }) {
  const undecided: RecipientOutcome[] = []
  let devices = 0
  let isServed = false
  let fault: OutsideFault | undefined
  const gone = () => undecided.flatMap(({ gone }) => gone)
  const doubts = () => undecided.flatMap(({ doubt }) => doubt ?? [])

  /** Among few devices it shows only once all are asked. That devices are another sender's is rarely about them. */
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
    /** Notes the results of some recipients. Returns them as they are to be recorded for the time being. */
    add(results: RecipientOutcome[]): RecipientOutcome[] {
      for (const result of results) {
        devices += result.fault ? 0 : result.devices
        isServed ||= result.state === 'accepted'
        fault ??= result.fault
        if (result.gone.length || result.doubt) undecided.push(result)
      }
      return results.map((one) => (one.doubt || isGone(one) ? { ...one, state: 'waiting', ...stillSuspect(one) } : one))
    },
    /** How many devices were asked. */
    asked: () => devices,
    /** Whether enough is known to stop before the end. */
    isOver: () =>
      fault !== undefined || waveOfDepartures(false) !== undefined || (!isServed && doubts().length >= ENOUGH_DOUBTS),
    /** Whether devices may be too few yet to tell. */
    needsMore: () => !trusted && gone().length > 0 && devices < ENOUGH_DEVICES,
    /** What is about us, if anything, and the recipients and devices that it leaves to be recorded. */
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
