import { useSyncExternalStore } from 'react'
import { browserStorage } from '#web/storage/storage.ts'

const KEY = 'letter-keys'
const OFF = 'off'
const CHANGED = 'letter-keys-changed'

/** Whether keys of one letter or sign do something in this browser, such as `n` and `/`. */
export const letterKeysAreOn = () => browserStorage.getItem(KEY) !== OFF

/** Whether a key is one letter or sign, which can be turned off. */
export const isLetterKey = (key: string) => key.length === 1 && key !== ' '

/** Turns them on or off, in all windows of this browser. */
export function setLetterKeys(on: boolean) {
  if (on) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, OFF)
  dispatchEvent(new Event(CHANGED))
}

/** Like letterKeysAreOn, read again when it changes. */
export const useLetterKeys = () => useSyncExternalStore(subscribe, letterKeysAreOn)

function subscribe(listener: () => void) {
  for (const event of [CHANGED, 'storage']) addEventListener(event, listener)
  return () => {
    for (const event of [CHANGED, 'storage']) removeEventListener(event, listener)
  }
}
