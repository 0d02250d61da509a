import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { clock, computedSoFar, obey, type ServerOrders, settledMemory } from './orders.ts'

// The yardstick: a loop over WebSockets and nothing else.
const http = createServer()
const wss = new WebSocketServer({ server: http, perMessageDeflate: false })
http.listen(0, '127.0.0.1')
await once(http, 'listening')

obey<ServerOrders>({
  port: async () => (http.address() as AddressInfo).port,
  turn: async ({ page }) => {
    const payload = { msg_type: 150, page, action: 'right', index: 0, sender: 'bench' }
    const event = { seq: page, type: 'pageChanged', payload, at: new Date().toISOString() }
    const at = clock()
    const data = Buffer.from(`42/room,${JSON.stringify(['event', event])}`)
    for (const client of wss.clients) client.send(data, { binary: false })
    return { at }
  },
  memory: settledMemory,
  computed: computedSoFar,
})
