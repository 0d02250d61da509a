import { expect, it } from 'vitest'
import { connectable } from './app.ts'

const from = (publicUrl: string, url: string) => connectable({ settings: { publicUrl }, media: { url } } as never)

it.each([
  ['https://pitch.example.com', 'wss://pitch.example.com/livekit', ['wss://pitch.example.com']],
  ['http://localhost:7500', '', ['ws://localhost:7500']],
  ['https://pitch.example.com', 'wss://video.example.com', ['wss://pitch.example.com', 'wss://video.example.com']],
  [
    'https://pitch.example.com',
    'wss://pitch-1a2b.livekit.cloud',
    ['wss://pitch.example.com', 'wss://pitch-1a2b.livekit.cloud', 'wss://*.livekit.cloud'],
  ],
])('lets a page of %s with a LiveKit at %s open sockets to those alone', (publicUrl, livekit, sockets) => {
  const allowed = from(publicUrl, livekit)
  expect(allowed[0]).toBe("'self'")
  expect(allowed.filter(source => source.startsWith('ws'))).toEqual(sockets)
  expect(allowed.every(source => source === "'self'" || source.length > 'https://'.length)).toBe(true)
})
