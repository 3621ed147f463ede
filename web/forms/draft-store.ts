import { create } from 'zustand'
import { account } from '#contract/account.ts'
import { DAY } from '#contract/durations.ts'
import { call } from '#web/api/call.ts'
import { noteKeptVersion } from '#web/api/kept-version.ts'
import { DRAFTS_OF, lastSessionEnd, storedToken } from '#web/api/session.ts'
import { browserStorage } from '#web/storage/storage.ts'
import { type DraftCipher, draftCipher, type SealedDraft, type StoredDraft } from './draft-cipher.ts'
import { readStored, removeStored, removeStoredOf, writeStored } from './draft-database.ts'
import { claimTab, isTabOpen, lookForTabs, thisTab } from './tabs.ts'

/** Shorter than the server keeps Idempotency-Keys (server/http/idempotency.ts), so that a draft is not sent twice. */
const MAX_AGE = 7 * DAY
/** In browsers without locks, a tab whose draft has not changed for this long counts as closed. */
const ASSUMED_CLOSED_AFTER = 90_000
/** In milliseconds. A key that does not come must not keep a page from opening. */
const PATIENCE_MS = 2000
/** Between two requests for the key. */
const PAUSES_MS = [1000, 5000, 15_000]

type Drafts = {
  drafts: ReadonlyMap<string, StoredDraft>
  /** The keys of those that a form shows. */
  used: ReadonlySet<string>
  /** The keys of those that were found after forms had opened without them. */
  late: ReadonlySet<string>
  isLoaded: boolean
}

const NONE: Drafts = { drafts: new Map(), used: new Set(), late: new Set(), isLoaded: false }
const useDrafts = create<Drafts>(() => NONE)
const { getState: now, setState: change } = useDrafts
/** Of the person who is signed in. Its key is never stored. */
let cipher: DraftCipher | undefined
/** Whose drafts this session has read. */
let writer: string | undefined

let claiming: Promise<void> | undefined

/** Finds this tab's id, once; looks for drafts again when the window comes to the front. */
const claim = () => (claiming ??= claimOnce())

async function claimOnce() {
  noteKeptVersion()
  await claimTab().catch(() => {})
  document.addEventListener('visibilitychange', () => void readDrafts())
}

/**
 * Asks for the key of the person who is signed in and reads the drafts, until the returned function is called, which
 * forgets both. Forms wait for it, but not for long.
 */
export function openDrafts() {
  const over = new AbortController()
  writer = undefined
  const asked = Promise.all([askForKey(over.signal), claim()]).then(
    ([{ data }]) => (over.signal.aborted ? undefined : unlockDrafts(data.admin_id, data.key)),
    () => {},
  )
  void Promise.race([asked, pause(PATIENCE_MS)]).then(() => over.signal.aborted || change({ isLoaded: true }))
  return () => {
    over.abort()
    cipher = undefined
    change(NONE)
  }
}

/** Asks until there is an answer. */
async function askForKey(signal: AbortSignal) {
  for (let tried = 0; ; tried++) {
    try {
      return await call(account.draftKey, {}, { signal })
    } catch (error) {
      if (signal.aborted) throw error
    }
    await pause(PAUSES_MS[tried] ?? (PAUSES_MS.at(-1) as number))
    signal.throwIfAborted()
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Reads the drafts of the administrator whose key it is, and keeps what was typed before it came. */
export async function unlockDrafts(admin: string, key: string) {
  const own = draftCipher(admin, key)
  cipher = own
  writer = admin
  browserStorage.setItem(DRAFTS_OF, admin)
  const { drafts: before, isLoaded: isLate } = now()
  for (const draft of before.values()) keep(draft)
  await readDrafts()
  if (cipher !== own) return
  const late = isLate ? [...now().drafts.keys()].filter((key) => !before.has(key)) : []
  change({ late: new Set(late), isLoaded: true })
}

/** Reads what this and other windows have stored, as far as the key opens it. Removes what is older than a week. */
export async function readDrafts() {
  await lookForTabs().catch(() => {})
  const incomplete = new Set(encrypting)
  const stored = (await readStored()) as (SealedDraft | StoredDraft)[] | undefined
  const known = new Map<string, StoredDraft>()
  for (const one of stored ?? []) {
    if (Date.now() - one.at > MAX_AGE) removeDraft(one.key)
    else if ('sealed' in one) {
      const draft = cipher?.open(one)
      if (draft) known.set(draft.key, draft)
    } else if (one.admin === cipher?.admin) {
      known.set(one.key, one)
      void encrypt(one)
    }
  }
  // What this page has written is newer than what was read.
  const { drafts, used } = now()
  const isNewer = (key: string) => used.has(key) || incomplete.has(key) || encrypting.has(key)
  for (const [key, draft] of drafts) if (!stored || !cipher || isNewer(key)) known.set(key, draft)
  change({ drafts: known })
}

/** Stores a draft. Nothing is kept of a session that was ended on purpose. */
export function putDraft(draft: StoredDraft) {
  if (!storedToken() && lastSessionEnd() !== 'refused') return
  change(({ drafts }) => ({ drafts: new Map(drafts).set(draft.key, draft) }))
  keep(draft)
}

/** Writes a draft, and again when its files are encrypted. Before the key has come it waits in the page. */
function keep(draft: StoredDraft) {
  if (draft.admin !== cipher?.admin) return
  void writeStored(cipher.seal(draft))
  if (cipher.hasNewFiles(draft)) void encrypt(draft)
}

/** The keys of drafts that are not stored yet with all their files. */
const encrypting = new Set<string>()

/** Writes a draft in its then current state once its files are encrypted. */
async function encrypt(draft: StoredDraft) {
  const { key } = draft
  encrypting.add(key)
  // A file may not be there any more.
  await cipher?.sealFiles(draft).catch(() => {})
  encrypting.delete(key)
  const latest = now().drafts.get(key)
  if (latest) keep(latest)
}

/** Removes one draft: what was typed has been saved or discarded. */
export function removeDraft(key: string) {
  change(({ drafts }) => ({ drafts: new Map([...drafts].filter(([other]) => other !== key)) }))
  void removeStored(key)
}

/** Stores drafts again that were removed. */
export function putBackDrafts(drafts: StoredDraft[]) {
  for (const draft of drafts) putDraft(draft)
}

/** Whose drafts this browser had last. */
export const lastWriter = () => writer ?? browserStorage.getItem(DRAFTS_OF)

/** What encrypts for this administrator, while they are signed in and their key has come. */
export const cipherOf = (admin: string) => (cipher?.admin === admin ? cipher : undefined)

/** Removes the drafts of the person whose session it was from this browser, as when one was ended on purpose. */
export async function removeOwnDrafts() {
  change({ drafts: new Map() })
  const admin = lastWriter()
  if (admin) await removeStoredOf(admin)
}

/** Says that a form shows this draft, until the returned function is called. */
export function holdDraft(key: string) {
  change(({ used }) => ({ used: new Set(used).add(key) }))
  return () => change(({ used }) => ({ used: new Set([...used].filter((other) => other !== key)) }))
}

const isUsed = ({ key }: StoredDraft) => now().used.has(key)
const newestFirst = (one: StoredDraft, other: StoredDraft) => other.at - one.at
const ofAdmin = (admin: string) => [...now().drafts.values()].filter((draft) => draft.admin === admin).sort(newestFirst)

/** The draft of this tab with this key, or else the newest one for this form. */
export function findOwnDraft(admin: string, form: string, key?: string) {
  const own = ofAdmin(admin).filter((draft) => draft.form === form && draft.tab === thisTab() && !isUsed(draft))
  return own.find((draft) => draft.key === key) ?? own[0]
}

/** Makes a draft that another tab has left this tab's own. */
export function adoptDraft({ key }: StoredDraft) {
  const draft = now().drafts.get(key)
  if (draft) putDraft({ ...draft, tab: thisTab() })
}

/** The drafts that no form shows, newest first: those of this tab, and those of tabs that are closed. */
export function leftDrafts(admin: string) {
  const isClosed = ({ tab, at }: StoredDraft) => !(isTabOpen(tab) ?? Date.now() - at < ASSUMED_CLOSED_AFTER)
  return ofAdmin(admin).filter((draft) => !isUsed(draft) && (draft.tab === thisTab() || isClosed(draft)))
}

/** Whether the form at the address of this draft, which is this tab's, has opened without it. */
export const isLate = ({ key }: StoredDraft) => now().late.has(key)

/** Whether it is known which drafts exist. */
export const useDraftsLoaded = () => useDrafts(({ isLoaded }) => isLoaded)

/** Renders again when drafts are found late. */
export const useLateDrafts = () => void useDrafts(({ late }) => late)

/** Renders again when a draft is stored, removed, shown or left. */
export const useDraftChanges = () => void useDrafts()
