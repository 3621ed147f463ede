import { isOfInputMethod } from '#web/ui/keys/pressed-key.ts'

/** Marks the field of the search. */
export const SEARCH_FIELD = 'data-search-field'

let typed = ''
let stop = () => {}

/** Keeps what is typed until the field of the search has the focus, so that no letter is a shortcut of the page. */
export function keepEarlyKeys(onEscape: () => void) {
  typed = ''
  const listen = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (((ctrlKey || metaKey) && key !== 'Enter') || altKey || isOfInputMethod(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key.length === 1) typed += key
    // A field that is there already gets the focus at once, and keys that are not letters.
    const field = document.querySelector<HTMLElement>(`[${SEARCH_FIELD}]`)
    field?.focus()
    if (key.length > 1 && key !== 'Escape' && key !== 'Backspace') {
      field?.dispatchEvent(new KeyboardEvent('keydown', event))
    }
  }
  window.addEventListener('keydown', listen, true)
  stop = () => window.removeEventListener('keydown', listen, true)
  return stop
}

/** What has been typed so far; from here on, keys go where they should. */
export function takeEarlyKeys() {
  stop()
  const text = typed
  typed = ''
  return text
}
