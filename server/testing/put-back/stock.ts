/** What a test file can leave behind in its process and on its page. */
export type Stock = {
  environment: Record<string, string | undefined>
  listeners: Record<string, number>
  globals: string[]
  folder: string
  /** Listening servers and running processes. */
  running: Record<string, number>
  page: { elements: string[]; address: string; stored: string[] }
}

/** The kinds of resources that keep a process alive (process.getActiveResourcesInfo) and that a test must end. */
const RUNNING: Record<string, string> = { TCPSERVERWRAP: 'a server', PROCESSWRAP: 'a process' }
/** What libraries leave for as long as the process or page lives: sharp, pdf.js, leaflet, React, Mantine. */
const OF_LIBRARIES =
  / (VIPSHOME|_leaflet_events|IS_REACT_ACT_ENVIRONMENT|DOMMatrix|_?pdfjs\w+|__\w+|Symbol\(.*\))$| for exit$|autosize measurement|data-mantine-shared-portal-node/

/** The present stock. */
export function takeStock(): Stock {
  const events = process.eventNames().map((event) => [String(event), process.listenerCount(event)] as const)
  const running = process.getActiveResourcesInfo().map((kind) => RUNNING[kind.toUpperCase()])
  return {
    environment: { ...process.env },
    listeners: Object.fromEntries(events),
    globals: Reflect.ownKeys(globalThis).map(String),
    folder: process.cwd(),
    running: Object.fromEntries(
      Object.values(RUNNING).map((kind) => [kind, running.filter((one) => one === kind).length]),
    ),
    page: typeof document === 'undefined' ? { elements: [], address: '', stored: [] } : onPage(),
  }
}

const onPage = () => ({
  elements: [...document.body.children].map(({ outerHTML }) => outerHTML.slice(0, 120)),
  address: window.location.href,
  stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
})

/** How the second stock differs from the first, in words. */
export function leftSince(before: Stock, now: Stock): string[] {
  const added = (one: string[], other: string[]) => other.filter((value) => !one.includes(value))
  return [
    ...differences(before.environment, now.environment).map((name) => `the environment variable ${name}`),
    ...differences(before.listeners, now.listeners).map((event) => `a listener of the process for ${event}`),
    ...added(before.globals, now.globals).map((name) => `the global ${name}`),
    ...(now.folder === before.folder ? [] : [`the working folder ${now.folder}`]),
    ...Object.entries(now.running).flatMap(([kind, count]) => (count > (before.running[kind] ?? 0) ? [kind] : [])),
    ...added(before.page.elements, now.page.elements).map((html) => `on the page ${html}`),
    ...added(before.page.stored, now.page.stored).map((key) => `stored on the page ${key}`),
    ...(now.page.address === before.page.address ? [] : [`the address ${now.page.address}`]),
  ].filter((words) => !OF_LIBRARIES.test(words))
}

const differences = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])

/** Restores what can be restored: environment, working folder and page. */
export function putBackStock(before: Stock) {
  for (const name of differences(process.env, before.environment)) {
    const value = before.environment[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  process.chdir(before.folder)
  if (typeof document === 'undefined') return
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', before.page.address)
}
