import type { Change, DescribedChange } from '#contract/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { factsOf } from './facts.repository.ts'
import { sentenceOf } from './sentence.ts'

/** How many records are listed beside a sentence. */
const NAMED = 10

/** These changes, each with its sentence and first records. */
export async function describedChanges<One extends Change>(db: Db, changes: One[]): Promise<(One & DescribedChange)[]> {
  if (!changes.length) return []
  const known = await factsOf(
    db,
    changes.map(({ _id }) => _id),
  )
  return changes.map((change) => {
    const facts = known.get(change._id)
    const details = (facts?.records ?? []).slice(0, NAMED).map(({ action: _action, ...record }) => record)
    // The history may no longer have it.
    return { ...change, ...(facts ? sentenceOf(facts) : inItsMessage(change)), details }
  })
}

const inItsMessage = ({ message }: Change) => ({ sentence: message, parts: [{ text: message }] })

/** One change with its sentence and its first records. */
export async function describedChange(db: Db, change: Change): Promise<DescribedChange> {
  const [told] = await describedChanges(db, [change])
  return told ?? { ...change, ...inItsMessage(change), details: [] }
}
