import { gcm } from '@noble/ciphers/aes.js'

/** What was typed into a form and not saved. This browser keeps it encrypted. */
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
  /** What the idempotency key of what is sent is made from. */
  id: string
  at: number
}

/** What is stored unencrypted: whose draft it is, of which tab, and from when. */
type Outside = Pick<StoredDraft, 'key' | 'admin' | 'tab' | 'at'>
/** A draft as it is stored; `files` are those of its values, in the order in which it names them. */
export type SealedDraft = Outside & { sealed: Uint8Array; files: Uint8Array[] }

type NamedFile = { field: string; name: string; type: string; lastModified: number }
type Inside = Omit<StoredDraft, keyof Outside> & { files: NamedFile[] }

export type DraftCipher = ReturnType<typeof draftCipher>

const NONCE_BYTES = 12

/**
 * Encrypts and decrypts the drafts of one administrator, and what else is kept for them, with AES-GCM. Not by
 * WebCrypto: its answer would come after a closing page is gone, and over plain http browsers have none.
 */
export function draftCipher(admin: string, encodedKey: string) {
  const key = fromBase64Url(encodedKey)
  const sealedFiles = new WeakMap<Blob, Uint8Array>()
  const begun = new WeakSet<Blob>()
  const openedBefore = new Map<string, { nonce: string; draft: StoredDraft }>()

  function seal(content: Uint8Array, place: string) {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const sealed = gcm(key, nonce, toBytes(place)).encrypt(content)
    const both = new Uint8Array(NONCE_BYTES + sealed.length)
    both.set(nonce)
    both.set(sealed, NONCE_BYTES)
    return both
  }

  const unseal = (sealed: Uint8Array, place: string) =>
    gcm(key, sealed.subarray(0, NONCE_BYTES), toBytes(place)).decrypt(sealed.subarray(NONCE_BYTES))

  async function sealFile(file: Blob) {
    begun.add(file)
    sealedFiles.set(file, seal(new Uint8Array(await file.arrayBuffer()), fileOf(admin)))
  }

  function open({ sealed, files, ...outside }: SealedDraft): StoredDraft {
    const content = JSON.parse(toText(unseal(sealed, textOf(outside)))) as Inside
    const { files: named, values, ...inside } = content
    const opened = named.map(({ field, name, ...about }, place) => {
      const kept = files[place] as Uint8Array
      const file = new File([new Uint8Array(unseal(kept, fileOf(admin)))], name, about)
      begun.add(file)
      sealedFiles.set(file, kept)
      return [field, file] as const
    })
    return { ...outside, ...inside, values: { ...values, ...Object.fromEntries(opened) } }
  }

  return {
    admin,
    /** Encrypts at once, except for files that `sealFiles` has not reached yet. */
    seal({ key, admin, tab, at, values, ...rest }: StoredDraft): SealedDraft {
      const outside = { key, admin, tab, at }
      const files = filesIn(values).flatMap(([field, file]) => {
        const sealed = sealedFiles.get(file)
        return sealed ? [{ field, file, sealed }] : []
      })
      const texts = Object.entries(values).filter(([, value]) => !(value instanceof Blob))
      const named = files.map(({ field, file }) => {
        const { name = '', type, lastModified = 0 } = file as Blob & Partial<File>
        return { field, name, type, lastModified }
      })
      const inside: Inside = { ...rest, values: Object.fromEntries(texts), files: named }
      return {
        ...outside,
        sealed: seal(toBytes(JSON.stringify(inside)), textOf(outside)),
        files: files.map(({ sealed }) => sealed),
      }
    },
    /** Each once; undefined for someone else's draft, or one that has been tampered with. */
    open(draft: SealedDraft) {
      const nonce = String(draft.sealed.subarray(0, NONCE_BYTES))
      const before = openedBefore.get(draft.key)
      if (before?.nonce === nonce) return before.draft
      try {
        const opened = open(draft)
        openedBefore.set(draft.key, { nonce, draft: opened })
        return opened
      } catch {
        return undefined
      }
    },
    sealText: (text: string, place: string) => toBase64Url(seal(toBytes(text), placeOf(place, admin))),
    /** undefined for a text of someone else or another place, or one that has been tampered with. */
    openText(sealed: string, place: string) {
      try {
        return toText(unseal(fromBase64Url(sealed), placeOf(place, admin)))
      } catch {
        return undefined
      }
    },
    hasNewFiles: ({ values }: StoredDraft) => filesIn(values).some(([, file]) => !begun.has(file)),
    /** Reads and encrypts the files of a draft that are new. */
    async sealFiles({ values }: StoredDraft) {
      const fresh = filesIn(values).filter(([, file]) => !begun.has(file))
      await Promise.all(fresh.map(([, file]) => sealFile(file)))
    },
  }
}

/** The files among these values, each with its field. */
export const filesIn = (values: object) =>
  Object.entries(values).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob)

/** What is sealed for one place opens in no other. */
const textOf = ({ admin, key }: Pick<Outside, 'admin' | 'key'>) => `draft ${key} of ${admin}`
const fileOf = (admin: string) => `file of ${admin}`
const placeOf = (place: string, admin: string) => `${place} kept for ${admin}`

const toBytes = (text: string) => new TextEncoder().encode(text)
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const toBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
