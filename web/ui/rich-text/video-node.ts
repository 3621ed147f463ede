import { Node } from '@tiptap/core'
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

const youTube = {
  hosts: ['youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'youtu.be'],
  /** Extracts the id of the video from any form of URL. */
  id: ({ hostname, pathname, searchParams }: URL) =>
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : (/^\/(?:embed|shorts|live)\/([^/]+)/.exec(pathname)?.[1] ?? searchParams.get('v')),
  valid: /^[\w-]{11}$/,
  title: 'YouTube video',
  player: 'https://www.youtube-nocookie.com/embed/',
}
const vimeo = {
  hosts: ['vimeo.com', 'player.vimeo.com'],
  id: ({ pathname }: URL) => /^\/(?:video\/|channels\/[\w-]+\/)?([0-9]+)$/.exec(pathname)?.[1],
  valid: /^[0-9]{1,12}$/,
  title: 'Vimeo video',
  player: 'https://player.vimeo.com/video/',
}

/** The URL and title of the player for the URL of a YouTube or Vimeo page or player; null for any other URL. */
export function videoAt(address: string): { src: string; title: string } | null {
  const typed = address.trim()
  const url = URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed.replace(/^\/\//, '')}`)
  if (!url) return null
  const host = [youTube, vimeo].find(({ hosts }) => hosts.includes(url.hostname.replace(/^www\./, '')))
  const id = host?.id(url)
  return host && id && host.valid.test(id) ? { src: host.player + id, title: host.title } : null
}

/**
 * An embedded video as a block. The attributes of the iframe are fixed; the server's sanitizer allows exactly these.
 */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({ src: { default: null } }),

  parseHTML: () => [
    {
      tag: 'iframe[src]',
      getAttrs: (frame) => {
        const video = videoAt(frame.getAttribute('src') ?? '')
        return video ? { src: video.src } : false
      },
    },
  ],

  renderHTML: ({ node }) => {
    const { src, title } = videoAt(String(node.attrs.src)) ?? { src: '', title: '' }
    return [
      'iframe',
      {
        src,
        title,
        width: '640',
        height: '360',
        allow: 'encrypted-media; fullscreen; picture-in-picture',
        allowfullscreen: 'true',
        loading: 'lazy',
        referrerpolicy: 'strict-origin-when-cross-origin',
        sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
      },
    ]
  },
})

/**
 * Replaces the selection with a player and puts the cursor behind it, on a new line if there is none: a player that
 * stays selected would be replaced by what is typed next. `src` is that of `videoAt`.
 */
export function insertVideo(transaction: Transaction, src: string): Transaction {
  const { video, paragraph } = transaction.doc.type.schema.nodes
  if (!video || !paragraph) return transaction
  const player = video.create({ src })
  const { selection } = transaction.replaceSelectionWith(player)
  if (selection instanceof NodeSelection) {
    // The player is selected at the end of a text, else the block that follows it.
    const behind = selection.node === player ? selection.to : selection.from
    transaction.insert(behind, paragraph.create())
    transaction.setSelection(TextSelection.create(transaction.doc, behind + 1))
  }
  return transaction.scrollIntoView()
}
