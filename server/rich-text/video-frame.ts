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
 * Builds the attributes of an iframe for the video at `src`, taking only the video's id from it. Returns null for
 * anything but a YouTube or Vimeo player. The editor does the same (web/ui/rich-text/video-node.ts).
 */
export function videoFrame(src: string | undefined): Record<string, string> | null {
  // Protocol-relative addresses count as https.
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
    // The site's policy sends no referrer, and YouTube refuses to play without one.
    referrerpolicy: 'strict-origin-when-cross-origin',
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
  }
}
