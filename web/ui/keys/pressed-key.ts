type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** What the key of `/` and `?` gives on Cyrillic and Turkish layouts. */
const SLASH_ELSEWHERE = ['.', ',']

/**
 * The key that a shortcut means: also `s` with Caps Lock, and on a Cyrillic layout, where its key types another letter.
 * A key that types a Latin letter means that letter, wherever it is.
 */
export function pressedKey({ key, code, shiftKey }: Press) {
  if (key.length !== 1) return key
  const isLatin = /^[ -~]$/.test(key)
  if (code === 'Slash' && (!isLatin || SLASH_ELSEWHERE.includes(key))) return shiftKey ? '?' : '/'
  if (isLatin) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key
}

/**
 * Whether a key belongs to an input method, such as the Enter that confirms what it offers. Safari says so by a number.
 */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229
