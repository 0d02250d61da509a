import { createTransport, type SendMailOptions } from 'nodemailer'

/** Nodemailer alone: sends one message to so many recipients, with the pool of the console, and answers when it began. */
interface Task {
  readonly url: string
  readonly connections: number
  readonly message: SendMailOptions
  readonly times: number
}

process.on('message', async ({ url, connections, message, times }: Task) => {
  const transport = createTransport({ url, pool: true, maxConnections: connections, maxMessages: 100 })
  const began = Date.now()
  let next = 0
  // as many at a time as the console has in memory
  const lanes = Array.from({ length: 8 * connections }, async () => {
    while (next < times) {
      const n = next++
      const to = { name: '', address: `alone${n}@bench.test` }
      await transport.sendMail({ ...message, to, messageId: `<${n}.${began}@bench.test>` })
    }
  })
  await Promise.all(lanes)
  transport.close()
  process.send?.({ began })
})
