/**
 * A storage of the browser that never throws. What it refuses to take, because it is full or forbidden, lasts as long
 * as the page.
 */
function storageThatTakesAll(open: () => Storage) {
  const inPage = new Map<string, string>()
  function tried<Result>(act: (storage: Storage) => Result) {
    try {
      return act(open())
    } catch {
      return undefined
    }
  }
  const remove = (key: string) => tried((storage) => storage.removeItem(key))
  return {
    getItem: (key: string) => inPage.get(key) ?? tried((storage) => storage.getItem(key)) ?? null,
    setItem(key: string, value: string) {
      inPage.set(key, value)
      tried((storage) => {
        storage.setItem(key, value)
        inPage.delete(key)
      })
      // Its former value would come back with the next page.
      if (inPage.has(key)) remove(key)
    },
    removeItem(key: string) {
      inPage.delete(key)
      remove(key)
    },
    keys: () => [...inPage.keys(), ...(tried(Object.keys) ?? [])],
    /** Whether what was set under this key is gone with the page. */
    isOnlyInPage: (key: string) => inPage.has(key),
  }
}

/** What all windows of this browser share, in place of `localStorage`. */
export const browserStorage = storageThatTakesAll(() => localStorage)

/** What this tab keeps over a reload, in place of `sessionStorage`. */
export const tabStorage = storageThatTakesAll(() => sessionStorage)
