import { deleteDB, openDB } from 'idb'

/**
 * What release 0.1 keeps in a browser, value by value as it is stored. It is not changed when the code is: later
 * releases have to read it.
 */
export const KEPT_BY_RELEASE_0_1 = {
  localStorage: {
    'kept-version': '1',
    token: 'q0mT8rVbC3kXwz1yJ5uHnP7eLsA2dF6g',
    'color-scheme': 'dark',
    'sidebar-collapsed': 'true',
    'browser-id': '5b0c0d3e-4f5a-4d9c-9a51-0c5d1f2e3a4b',
    changes: '["change-1","change-2"]',
  },
  sessionStorage: { tab: '0d9f7c1a-2b3c-4d5e-8f60-718293a4b5c6' },
  indexedDb: {
    name: 'back-office',
    version: 1,
    store: 'drafts',
    keyPath: 'key',
    drafts: [
      {
        key: '11111111-2222-4333-8444-555555555555',
        admin: 'admin-ada',
        tab: '0d9f7c1a-2b3c-4d5e-8f60-718293a4b5c6',
        form: 'topics new',
        address: '/topics?new',
        title: 'New Topic “Brakes”',
        values: { name: 'Brakes', seq_no: '4' },
        labels: {},
        id: '66666666-7777-4888-9999-000000000000',
      },
      {
        key: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
        admin: 'admin-ada',
        tab: '0d9f7c1a-2b3c-4d5e-8f60-718293a4b5c6',
        form: 'manage-notifications',
        address: '/manage-notifications',
        title: 'Notification “Recall”',
        values: {
          title: 'Recall',
          description: 'Please call your dealer.',
          selection: { all: { name: { op: 'contains', value: 'hop' } }, total: 1200, except: ['user-2'] },
        },
        labels: {},
        id: 'ffffffff-0000-4111-8222-333333333333',
      },
    ],
  },
}

/** Puts it into this browser, with drafts that are a minute old. */
export async function keepAsRelease01() {
  const { indexedDb, ...storages } = KEPT_BY_RELEASE_0_1
  for (const [key, value] of Object.entries(storages.localStorage)) localStorage.setItem(key, value)
  for (const [key, value] of Object.entries(storages.sessionStorage)) sessionStorage.setItem(key, value)
  const { name, version, store, keyPath, drafts } = indexedDb
  await deleteDB(name)
  const db = await openDB(name, version, { upgrade: (db) => void db.createObjectStore(store, { keyPath }) })
  for (const draft of drafts) await db.put(store, { ...draft, at: Date.now() - 60_000 })
  db.close()
}
