type Host = { title: string; path: RegExp; address: (id: string) => string }

const youTube: Host = {
  title: 'YouTube video',
  path: /^\/embed\/([\w-]{11})$/,
  address: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
}
const vimeo: Host = {
  title: 'Vimeo video',
  path: /^\/video\/([0-9]{1,12})$/,
  address: (id) => `https://player.vimeo.com/video/${id}`,
}
const hosts = new Map([
  ['www.youtube.com', youTube],
  ['www.youtube-nocookie.com', youTube],
  ['player.vimeo.com', vimeo],
])

/**
 * The attributes of the frame that plays the video at `src`, made anew: nothing of the address survives but the video's
 * id. Gives null when it is no address of a YouTube or Vimeo player. The editor writes the same (web/ui/video-node.ts).
 */
export function videoFrame(src: string | undefined): Record<string, string> | null {
  // What leaves out the protocol means https here.
  const url = URL.parse(src ?? '', 'https://nowhere.invalid')
  const host = url && hosts.get(url.hostname)
  const id = host?.path.exec(url?.pathname ?? '')?.[1]
  if (!host || !id || !/^https?:$/.test(url.protocol)) return null
  return {
    src: host.address(id),
    title: host.title,
    width: '640',
    height: '360',
    allow: 'encrypted-media; fullscreen; picture-in-picture',
    allowfullscreen: 'true',
    loading: 'lazy',
    // The site's own policy sends no referrer, and YouTube plays nothing without one.
    referrerpolicy: 'strict-origin-when-cross-origin',
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
  }
}
