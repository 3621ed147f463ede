import type { IDBPDatabase, IDBPObjectStore } from 'idb'
import { create } from 'zustand'
import { noteKeptVersion } from '#web/api/kept-version.ts'
import { lastSessionEnd, storedToken } from '#web/api/session.ts'
import { claimTab, isTabOpen, lookForTabs, thisTab } from './tabs.ts'

/** What was typed into a form and not saved, as this browser keeps it. */
export type StoredDraft = {
  key: string
  /** Whose it is: nobody else sees it. */
  admin: string
  /** The tab that it belongs to. */
  tab: string
  /** Which form it belongs to. */
  form: string
  /** Where in the application the form is. */
  address: string
  /** What to call it: 'New Topic “Brakes”'. */
  title: string
  /** The values, with the files that were chosen. */
  values: object
  /** What the form showed for values that say nothing by themselves, such as ids, by field. */
  labels: Readonly<Record<string, string>>
  /** The record as the form started from it, with its version. */
  record?: object | undefined
  /** From which the idempotency key of what is sent is made. */
  id: string
  at: number
}

const DATABASE = 'back-office'
/**
 * The form in which drafts are stored. A release that changes it counts on and carries them over in `upgrade`. A database
 * of a later release does not open and stays as it is.
 */
const VERSION = 1
const DRAFTS = 'drafts'
const DAY = 86_400_000
/** Shorter than the server keeps Idempotency-Keys (server/http/idempotency.ts), so that a draft is not sent twice. */
const MAX_AGE = 7 * DAY
/** In browsers without locks, a tab whose draft has not changed for this long counts as closed. */
const ASSUMED_CLOSED_AFTER = 90_000
/** A database that does not open must not keep a page from opening. */
const PATIENCE_MS = 2000

type Drafts = {
  drafts: ReadonlyMap<string, StoredDraft>
  /** The keys of those that a form shows. */
  used: ReadonlySet<string>
  isLoaded: boolean
}

const useDrafts = create<Drafts>(() => ({ drafts: new Map(), used: new Set(), isLoaded: false }))
const { getState: now, setState: change } = useDrafts
let opening: Promise<IDBPDatabase | undefined> | undefined
let opened: IDBPDatabase | undefined

/** Without a database, drafts last as long as the page. */
async function database() {
  if (opened) return opened
  // Loaded beside the page, which is there before anybody types.
  opening ??= import('idb')
    .then(({ openDB }) =>
      openDB(DATABASE, VERSION, {
        upgrade: (db) => void db.createObjectStore(DRAFTS, { keyPath: 'key' }),
        // A window with a later release is about to carry the drafts over.
        blocking(_current, _blocked, event) {
          ;(event.target as IDBDatabase).close()
          letGo()
        },
        terminated: letGo,
      }),
    )
    .catch(letGo)
  opened = await Promise.race([opening, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))])
  return opened
}

/** It is opened again when it is needed next. */
function letGo() {
  opening = undefined
  opened = undefined
  return undefined
}

type DraftStore = IDBPObjectStore<unknown, [typeof DRAFTS], typeof DRAFTS, 'readwrite'>

/** Where there is no room, the form works without a draft. */
async function write(act: (store: DraftStore) => Promise<unknown>) {
  try {
    const transaction = (await database())?.transaction(DRAFTS, 'readwrite')
    if (!transaction) return
    const written = act(transaction.store)
    // At once: a page that goes away would take along what it has just written.
    transaction.commit()
    await Promise.all([written, transaction.done])
  } catch {}
}

let loading: Promise<void> | undefined

/** Finds this tab's id and the drafts of this browser, once; looks again when the window comes to the front. */
export const loadDrafts = () => (loading ??= findDrafts())

async function findDrafts() {
  noteKeptVersion()
  await claimTab().catch(() => {})
  await readDrafts()
  document.addEventListener('visibilitychange', () => void readDrafts())
}

/** Reads the drafts that this and other windows have stored. What is older than a week is removed. */
export async function readDrafts() {
  await lookForTabs().catch(() => {})
  const db = await database()
  const stored = ((await db?.getAll(DRAFTS).catch(() => undefined)) ?? []) as StoredDraft[]
  const known = new Map(stored.map((draft) => [draft.key, draft]))
  // What this page has written is newer than what was read.
  const { drafts, used } = now()
  for (const [key, draft] of drafts) if (used.has(key) || !db) known.set(key, draft)
  for (const { key, at } of known.values()) if (Date.now() - at > MAX_AGE) removeDraft(key, known)
  change({ drafts: known, isLoaded: true })
}

/** Stores a draft. Nothing is kept for somebody who has logged out. */
export function putDraft(draft: StoredDraft) {
  if (!storedToken() && lastSessionEnd() === 'logout') return
  change(({ drafts }) => ({ drafts: new Map(drafts).set(draft.key, draft) }))
  void write((store) => store.put(draft))
}

/** Removes one draft: what was typed has been saved or discarded. */
export function removeDraft(key: string, known = new Map(now().drafts)) {
  known.delete(key)
  change({ drafts: known })
  void write((store) => store.delete(key))
}

/** Stores drafts again that were removed. */
export function putBackDrafts(drafts: StoredDraft[]) {
  for (const draft of drafts) putDraft(draft)
}

/** Removes all drafts from this browser, as on logout. */
export function removeAllDrafts() {
  change({ drafts: new Map() })
  void write((store) => store.clear())
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

/** Whether it is known which drafts there are. */
export const useDraftsLoaded = () => useDrafts(({ isLoaded }) => isLoaded)

/** Renders again when a draft is stored, removed, shown or left. */
export const useDraftChanges = () => void useDrafts()
