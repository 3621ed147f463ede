// Runs before the application has loaded: sets the colour scheme before the first paint, asks for the signed-in
// administrator, whose answer web/api/early-response.ts takes, and says when the application cannot be loaded. Keys,
// colours and the call are those of the application.
;(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  function setColorScheme() {
    const chosen = stored('color-scheme')
    const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
    document.documentElement.style.background = dark ? '#141a18' : '#f7f8f6'
  }

  function askForAdministrator() {
    const token = stored('token')
    if (!token || token === 'logged out') return
    const { api, apiKey } = JSON.parse(document.getElementById('app-settings').textContent)
    const url = `${api}/admin/users/me?platform=web`
    const headers = { accept: 'application/json', 'x-api-key': apiKey, token, 'content-type': 'application/json' }
    const early = { url, token, response: fetch(url, { method: 'POST', headers, body: '{}' }), arrivedAt: undefined }
    early.response.then(
      () => (early.arrivedAt = Date.now()),
      () => {},
    )
    window.earlyResponse = early
  }

  function sayThatItCannotBeLoaded({ target }) {
    const spinner = document.getElementById('first-spinner')
    if (!spinner || !(target instanceof HTMLScriptElement)) return
    spinner.id = 'not-loaded'
    spinner.role = 'alert'
    spinner.style.colorScheme = document.documentElement.getAttribute('data-mantine-color-scheme')
    spinner.removeAttribute('aria-label')
    spinner.textContent = 'The back-office could not be loaded. Please check your connection and reload the page.'
  }

  // Of scripts, errors reach no further than this.
  addEventListener('error', sayThatItCannotBeLoaded, true)
  setColorScheme()
  askForAdministrator()
})()
