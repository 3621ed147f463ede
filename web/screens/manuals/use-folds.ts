import { useState } from 'react'
import { tabStorage } from '#web/storage/storage.ts'

const KEY = 'unfolded-topics'

type Folds = Readonly<Record<string, boolean>>

const readFolds = () => JSON.parse(tabStorage.getItem(KEY) ?? '{}') as Folds

/** Which topics somebody has unfolded or folded, in all manuals, and a function that does; this tab remembers it. */
export function useFolds() {
  const [folds, setFolds] = useState(readFolds)
  function fold(topic: string, isOpen: boolean) {
    const next = { ...readFolds(), [topic]: isOpen }
    tabStorage.setItem(KEY, JSON.stringify(next))
    setFolds(next)
  }
  return { folds, fold }
}
