import { create } from 'zustand'
import { APP_SETTINGS_ID } from '#contract/endpoint.ts'

const TIMEOUT_MS = 10_000

const useVersion = create(() => ({ isNew: false }))

/** The script that this page began with; its name follows from its content. */
const ownScript = () => document.querySelector('script[type="module"][src]')?.getAttribute('src')

/**
 * Finds out whether the server has another version of the application than this page. Resolves to that; to false where
 * the server does not answer. Never throws.
 */
export async function lookForNewVersion() {
  const own = ownScript()
  if (!own || useVersion.getState().isNew) return useVersion.getState().isNew
  const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  // A proxy in front of the server may answer with a page of its own.
  const isNew = page.includes(`id="${APP_SETTINGS_ID}"`) && !page.includes(`src="${own}"`)
  if (isNew) useVersion.setState({ isNew })
  return isNew
}

/** Looks for one whenever a part of the application cannot be loaded, until the returned function is called. */
export function watchVersion() {
  const look = () => void lookForNewVersion()
  window.addEventListener('vite:preloadError', look)
  return () => {
    window.removeEventListener('vite:preloadError', look)
    useVersion.setState({ isNew: false })
  }
}

/** Whether a new version was found. */
export const useNewVersion = () => useVersion(({ isNew }) => isNew)
