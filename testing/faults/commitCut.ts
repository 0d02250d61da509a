import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** PostgreSQL's message for a committed transaction: a CommandComplete of eleven bytes. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0')
/** The beginning of every transaction. */
const BEGUN = Buffer.from('begin')

/** A relay to PostgreSQL that breaks connections right after COMMIT. */
export interface CommitCut {
  /** The same database through this relay. */
  readonly url: string
  /** Breaks the connection of the next transactions that contain this text, once they are committed. */
  arm(text: string, times?: number): void
  /** How many connections were broken. */
  cuts(): number
  stop(): void
}

/** Opens the relay to a database on a socket of this machine. */
export async function openCommitCut(databaseUrl: string): Promise<CommitCut> {
  const to = new URL(databaseUrl)
  const path = join(to.searchParams.get('host') ?? '', `.s.PGSQL.${to.searchParams.get('port') ?? (to.port || 5432)}`)
  const armed = { text: '', times: 0 }
  const open = new Set<Socket>()
  let cuts = 0

  const server = createServer({ noDelay: true }, near => {
    const far = connect(path)
    /** The data sent since the transaction began. */
    let said = ''
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.on('data', chunk => {
      if (chunk.includes(BEGUN)) said = ''
      said += chunk.toString('latin1')
      far.write(chunk)
    })
    far.on('data', chunk => {
      if (armed.times === 0 || !chunk.includes(COMMITTED) || !said.includes(armed.text)) return void near.write(chunk)
      armed.times--
      cuts++
      near.resetAndDestroy()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${to.username}@127.0.0.1:${port}${to.pathname}`,
    arm: (text, times = 1) => void Object.assign(armed, { text, times }),
    cuts: () => cuts,
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
