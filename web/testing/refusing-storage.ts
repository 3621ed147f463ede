import { vi } from 'vitest'

/** Makes the storages of the browser full, until mocks are restored. */
export function fullStorage() {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
}

/** Forbids the page to store anything, as browsers do that block the data of a site, until mocks are restored. */
export function forbiddenStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
}
