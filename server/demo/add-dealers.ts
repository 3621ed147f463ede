import type { By } from '../by.ts'
import type { FileDeps } from '../deps.ts'
import { addDealer, setDealerDeleted } from '../resources/dealers/dealers.service.ts'
import { demoDealer } from './dealers.ts'
import { dice } from './people.ts'

const DEALERS = 220
/** Every so many has closed down. */
const CLOSED = 50

/** Adds dealers and service centres all over the United States and Canada. Call it in a transaction. */
export async function addDealers(deps: FileDeps, by: By) {
  const roll = dice(20_260_505)
  for (let number = 0; number < DEALERS; number++) {
    const { _id } = await addDealer(deps, demoDealer(number, roll), by)
    if (number % CLOSED === CLOSED - 1) await setDealerDeleted(deps, _id, undefined, true, by)
  }
}
