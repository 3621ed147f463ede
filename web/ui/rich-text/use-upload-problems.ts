import type { EditorView } from '@tiptap/pm/view'
import { useEffect, useRef, useState } from 'react'
import type { PlacedPicture } from './paste/insert-paste.ts'
import { unfetchedWords } from './paste/left-out.ts'
import { forgetPlaces } from './upload-placeholders.ts'

/** Turns a picture into one that is accepted. Rejects with an Error whose message is shown. */
type Fit = (picture: File) => Promise<File>

/**
 * An image that the server does not take, so that trying again would not help. `fit` makes one that is taken, if its
 * size or type is what is wrong.
 */
export class RefusedImage extends Error {
  readonly fit: Fit | undefined

  constructor(message: string, fit?: Fit) {
    super(message)
    this.fit = fit
  }
}

/** A picture that was not added, and what would help, if anything does. */
export type UploadProblem = {
  view: EditorView
  placed: PlacedPicture
  message: string
  isUnfetched: boolean
  remedy: 'again' | Fit | undefined
}

/** An image that could not be fetched from where it is. */
export class UnfetchedImage extends RefusedImage {}

/** What would help after an error of an upload. */
export const remedyOf = (error: unknown) => (error instanceof RefusedImage ? error.fit : 'again')

/** Remembers which pictures were not added, until they are or the next are added. */
export function useUploadProblems() {
  const [problems, setProblems] = useState<UploadProblem[]>([])
  const latest = useRef(problems)
  useEffect(() => {
    latest.current = problems
  })

  /** Forgets problems, and the places of their pictures; all of them without `solved`. */
  function forget(solved: readonly UploadProblem[] = latest.current) {
    setProblems((before) => before.filter((problem) => !solved.includes(problem)))
    for (const [view, those] of Map.groupBy(solved, ({ view }) => view)) {
      forgetPlaces(
        view,
        those.map(({ placed }) => placed.picture),
      )
    }
  }

  return {
    messages: messagesOf(problems),
    failed: problems.filter(({ remedy }) => remedy === 'again'),
    refused: problems.filter(({ remedy }) => typeof remedy === 'function'),
    add: (problem: UploadProblem) => setProblems((before) => [...before, problem]),
    forget,
  }
}

/** Fits a refused picture: returns what to upload instead, or why it was refused and why it cannot be fitted. */
export async function fitted(problem: UploadProblem): Promise<PlacedPicture | UploadProblem> {
  const { placed, remedy } = problem
  try {
    if (typeof remedy !== 'function' || !(placed.picture instanceof File)) return problem
    return { ...placed, picture: await remedy(placed.picture) }
  } catch (error) {
    const message =
      error instanceof Error ? `${problem.message.replace(/\.?$/, '.')} ${error.message}` : problem.message
    return { ...problem, message, remedy: undefined }
  }
}

/** Each message once; with the names of the files where there are several, and the number of those not fetched. */
function messagesOf(problems: readonly UploadProblem[]) {
  const unfetched = problems.filter(({ isUnfetched }) => isUnfetched).length
  const others = problems.filter(({ isUnfetched }) => !isUnfetched)
  const named = others.map(({ message, placed: { picture } }) =>
    others.length > 1 && !message.includes(picture.name) ? `${picture.name}: ${message}` : message,
  )
  return [...new Set(named), ...(unfetched ? [unfetchedWords(unfetched)] : [])]
}
