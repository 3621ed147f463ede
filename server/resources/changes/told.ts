import type { Change, ToldChange } from '#contract/changes.ts'
import type { Db } from '../../db/schema.ts'
import { sentenceOf } from './sentence.ts'
import { storiesOf } from './stories.repository.ts'

/** How many records are named beside a sentence. */
const NAMED = 10

/** These changes, each with the sentence that tells it and its first records. */
export async function toldChanges<One extends Change>(db: Db, changes: One[]): Promise<(One & ToldChange)[]> {
  if (!changes.length) return []
  const stories = await storiesOf(
    db,
    changes.map(({ _id }) => _id),
  )
  return changes.map((change) => {
    const story = stories.get(change._id)
    const details = (story?.records ?? []).slice(0, NAMED).map(({ action: _action, ...record }) => record)
    // The history may have forgotten it meanwhile.
    return { ...change, ...(story ? sentenceOf(story) : inItsMessage(change)), details }
  })
}

const inItsMessage = ({ message }: Change) => ({ sentence: message, parts: [{ text: message }] })

/** One change with its sentence and its first records. */
export async function toldChange(db: Db, change: Change): Promise<ToldChange> {
  const [told] = await toldChanges(db, [change])
  return told ?? { ...change, ...inItsMessage(change), details: [] }
}
