import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received {
  /** The envelope's sender. */
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
}

/** A mail server on the loopback that keeps what it receives; `refuse` may return an SMTP error for a recipient. */
export async function startSmtp({
  port = 0,
  refuse,
  slow = () => 0,
}: {
  port?: number
  refuse?: (to: string) => number | undefined
  /** Milliseconds that it takes to confirm an e-mail after receiving it. */
  slow?: (to: string) => number
} = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse?.(address)
      done(responseCode ? Object.assign(new Error('not here'), { responseCode }) : undefined)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
        })
        setTimeout(done, Math.max(...envelope.rcptTo.map(({ address }) => slow(address))))
      })
    },
  })
  await new Promise<void>(listening => server.listen(port, '127.0.0.1', listening))
  // a sender that is killed resets its connections
  server.on('error', () => {})
  const { port: at } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    received,
    stop: () => new Promise<void>(stopped => server.close(() => stopped())),
  }
}
