/**
 * A storage of the browser that never throws. What it refuses to take, because it is full or forbidden, lasts as long as
 * the page.
 */
function storageThatTakesAll(open: () => Storage) {
  const inPage = new Map<string, string>()
  function tried<Result>(act: (storage: Storage) => Result, otherwise: Result) {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  const remove = (key: string) => tried((storage) => storage.removeItem(key), undefined)
  return {
    getItem: (key: string) => inPage.get(key) ?? tried((storage) => storage.getItem(key), null),
    setItem(key: string, value: string) {
      inPage.delete(key)
      const isStored = tried((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isStored) return
      // Its former value would come back with the next page.
      remove(key)
      inPage.set(key, value)
    },
    removeItem(key: string) {
      inPage.delete(key)
      remove(key)
    },
    keys: () => [...inPage.keys(), ...tried(Object.keys, [])],
    /** Whether what was set under this key is gone with the page. */
    isOnlyInPage: (key: string) => inPage.has(key),
  }
}

/** What all windows of this browser share, in place of `localStorage`. */
export const browserStorage = storageThatTakesAll(() => localStorage)

/** What this tab keeps over a reload, in place of `sessionStorage`. */
export const tabStorage = storageThatTakesAll(() => sessionStorage)
