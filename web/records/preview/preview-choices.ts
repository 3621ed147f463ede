import { useSyncExternalStore } from 'react'
import { browserStorage } from '#web/storage/storage.ts'

const KEY = 'preview'
const CHANGED = 'preview-changed'

type Choices = {
  /** Whether it stands beside forms. */
  isOpen: boolean
  isDark: boolean
  hasLargeText: boolean
  isSmallPhone: boolean
  /** Where owners read French as well. */
  isFrench: boolean
}

const usual: Choices = { isOpen: true, isDark: false, hasLargeText: false, isSmallPhone: false, isFrench: false }

const stored = () => browserStorage.getItem(KEY) ?? '{}'

/** Remembers how this browser shows what owners see. */
export function choosePreview(choices: Partial<Choices>) {
  browserStorage.setItem(KEY, JSON.stringify({ ...(JSON.parse(stored()) as Partial<Choices>), ...choices }))
  dispatchEvent(new Event(CHANGED))
}

/** How this browser shows what owners see, read again when it changes, also in another window. */
export const usePreviewChoices = (): Choices => ({
  ...usual,
  ...(JSON.parse(useSyncExternalStore(subscribe, stored)) as Partial<Choices>),
})

function subscribe(listener: () => void) {
  for (const event of [CHANGED, 'storage']) addEventListener(event, listener)
  return () => {
    for (const event of [CHANGED, 'storage']) removeEventListener(event, listener)
  }
}
