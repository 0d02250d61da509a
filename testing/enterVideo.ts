import { once } from 'node:events'
import { WebSocket } from 'ws'
import { until } from './startRooms.ts'

export type VideoSource = 'CAMERA' | 'MICROPHONE' | 'SCREEN_SHARE'

/** A connection to LiveKit by its own protocol, in JSON, without media: what a modified browser could send. */
export async function enterVideo(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/rtc?access_token=${token}&protocol=15&auto_subscribe=1`)
  socket.on('error', () => {})
  const heard: string[] = []
  socket.on('message', (data, binary) => heard.push(binary ? '' : String(data)))
  const status = await Promise.race([
    once(socket, 'message').then(() => 101),
    once(socket, 'unexpected-response').then(([, answer]) => (answer as { statusCode: number }).statusCode),
  ])
  let sent = 0
  /** LiveKit's answer about a track from this source. */
  const send = async (source: VideoSource) => {
    const cid = `${source}-${++sent}`
    const from = heard.length
    const type = source === 'MICROPHONE' ? 'AUDIO' : 'VIDEO'
    socket.send(JSON.stringify({ addTrack: { cid, name: cid, type, source, width: 640, height: 360 } }))
    const said = () => heard.slice(from).find(text => /trackPublished|NOT_ALLOWED/.test(text))
    await until(said, 3000)
    return said()?.includes('trackPublished') ? 'published' : 'refused'
  }
  return { status, socket, heard, send }
}
