import { describe, expect, it } from 'vitest'
import { videoAt } from './video-node.ts'

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

describe('the address of a video', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=x',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    '//www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1',
    ' youtu.be/dQw4w9WgXcQ ',
    player,
  ])('is known in the form %s', (address) => {
    expect(videoAt(address)?.src).toBe(player)
  })

  it.each([
    'https://vimeo.com/76979871',
    'https://player.vimeo.com/video/76979871?h=1',
    'vimeo.com/channels/staff/76979871',
  ])('is known in the form %s', (address) => {
    expect(videoAt(address)?.src).toBe('https://player.vimeo.com/video/76979871')
  })

  it.each([
    '',
    'video',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://youtu.be/dQw4w9WgXcQ/../x',
    'https://www.youtube.com.example.com/embed/dQw4w9WgXcQ',
    'https://youtube.com@example.com/embed/dQw4w9WgXcQ',
    'javascript:alert(1)//youtube.com/embed/dQw4w9WgXcQ',
    'https://vimeo.com/about',
  ])('is not what %j is', (address) => {
    expect(videoAt(address)).toBeNull()
  })
})
