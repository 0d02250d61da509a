import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { clock, computedSoFar, obey, type ServerOrders, settledMemory } from './orders.ts'

// The yardstick of the chat: Socket.IO alone. It checks nothing, stores nothing, and forwards messages in the format of
// our rooms.
const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })
let id = 0
io.of('/room').on('connection', socket => {
  socket.emit('snapshot', {})
  socket.on('say', ({ content, local_msg_id }: { content: string; local_msg_id: string }) => {
    const message = {
      ...{ id: ++id, local_msg_id, group_uuid: socket.id, type: 'group', msg_type: 0 },
      ...{ msg_content: Buffer.from(content).toString('base64'), fromuserid: socket.id, touserid: null, name: 'Guest' },
      create_time: new Date().toISOString(),
    }
    io.of('/room').emit('event', { seq: id, type: 'messageSent', payload: { message }, at: message.create_time })
  })
})
http.listen(0, '127.0.0.1')
await once(http, 'listening')

obey<ServerOrders>({
  port: async () => (http.address() as AddressInfo).port,
  turn: async () => ({ at: clock() }),
  memory: settledMemory,
  computed: computedSoFar,
})
