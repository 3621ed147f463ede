// Runs before the application has loaded: sets the colour scheme before the first paint, asks for the signed-in
// administrator, whose answer web/api/early-answer.ts takes, loads what signed-in pages need (see vite.config.ts), and
// says when the application cannot be loaded. Keys, colours and the call are those of the application.
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

  function loadWhatSignedInPagesNeed() {
    for (const path of (document.currentScript?.dataset.signedIn ?? '').split(' ').filter(Boolean)) {
      const link = document.createElement('link')
      const isStyle = path.endsWith('.css')
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      // As the application asks for them; otherwise the browser loads them twice.
      link.crossOrigin = ''
      link.href = path
      document.head.append(link)
    }
  }

  function askForAdministrator(token) {
    const { api, apiKey } = JSON.parse(document.getElementById('app-settings').textContent)
    const url = `${api}/admin/users/me?platform=web`
    const headers = { accept: 'application/json', 'x-api-key': apiKey, token, 'content-type': 'application/json' }
    const early = { url, token, answer: answerTo(url, headers), arrivedAt: undefined }
    void early.answer.then(() => (early.arrivedAt = Date.now()))
    window.earlyAnswer = early
  }

  async function answerTo(url, headers) {
    try {
      const response = await fetch(url, { method: 'POST', headers, body: '{}' })
      const retryAfter = Number(response.headers.get('retry-after')) || undefined
      return { status: response.status, json: await response.json().catch(() => undefined), retryAfter }
    } catch {
      return { status: 0, json: undefined }
    }
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
  const token = stored('token')
  if (token && token !== 'logged out' && token !== 'session ended') {
    askForAdministrator(token)
    loadWhatSignedInPagesNeed()
  }
})()
