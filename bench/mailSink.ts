import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server in a process of its own, which takes every mail and keeps none. Answers how many it has, and when the last came. */
let count = 0
let last = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  maxClients: 50,
  onData(stream, _session, done) {
    stream.on('data', () => {})
    stream.on('end', () => {
      count++
      last = Date.now()
      done()
    })
  },
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as AddressInfo
  process.on('message', () => process.send?.({ count, last }))
  process.send?.({ url: `smtp://127.0.0.1:${port}` })
})
