import { type Compared, compare } from './compare.ts'

// Long texts are compared here, so that the page goes on.
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; texts: Compared }>) =>
  self.postMessage({ id: data.id, lines: compare(data.texts) }),
)
