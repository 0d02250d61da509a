import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { atPace, percentile } from '../pace.ts'
import { answerPings, type Client, join, masked } from './client.ts'
import { clock, obey, type TalkersOrders } from './orders.ts'

// A room full of people who chat: by the console's calls, or, with a server that stores nothing, directly over the
// socket.

/** Only every n-th listener records its times; the others receive all messages as well. */
const NOTES = 10
/** The number of a message is the end of its own id. */
const ID = '00000000-0000-4000-8000-'
const mark = Buffer.from(`"local_msg_id":"${ID}`)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const clients: Client[] = []
let heard: { n: number; at: number }[] = []
let said = 0
let where: Parameters<TalkersOrders['gather']>[0] = { port: 0, auths: [] }

function listen(client: Client): void {
  const notes = clients.push(client) % NOTES === 0
  let rest: Buffer = Buffer.alloc(0)
  client.hear = chunk => {
    answerPings(client, chunk)
    if (!notes) return
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const now = clock()
    let end = 0
    for (let at = data.indexOf(mark); at >= 0 && at + mark.length + 12 <= data.length; at = data.indexOf(mark, end)) {
      end = at + mark.length + 12
      heard.push({ n: Number(data.toString('latin1', at + mark.length, end)), at: now })
    }
    rest = Buffer.from(data.subarray(Math.max(end, data.length - mark.length - 12)))
  }
}

const idOf = (n: number) => `${ID}${String(n).padStart(12, '0')}`

function call(token: string, from: number, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form).toString()
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ agent, host: '127.0.0.1', port: where.port, method: 'POST', path: '/imapi/v1.4/instant/messaging/send' },
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        // From many addresses, as in reality: one address is limited to a hundred a second.
        'x-forwarded-for': `10.0.0.${from % 250}`,
      },
    })
    sent.on('response', answer => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`refused: ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const group = process.env['BENCH_GROUP']
const tokens = (process.env['BENCH_TOKENS'] ?? '').split(',')

function say(n: number): Promise<void> {
  const from = n % Math.max(clients.length, 1)
  const content = 'How much of the round is taken, and by whom?'
  if (group) return call(tokens[from] ?? '', from, { group_uuid: group, content, local_msg_id: idOf(n) })
  clients[from]?.socket.write(masked(`42/room,${JSON.stringify(['say', { content, local_msg_id: idOf(n) }])}`))
  return Promise.resolve()
}

obey<TalkersOrders>({
  gather: async place => {
    where = place
    let next = clients.length
    const one = async () => {
      for (let i = next++; i < place.auths.length; i = next++) listen(await join(place.port, 'room', place.auths[i]))
    }
    await Promise.all(Array.from({ length: 20 }, one))
  },
  talk: async ({ messages, perSecond }) => {
    heard = []
    const first = said
    const at: number[] = []
    await atPace(perSecond, messages, async n => {
      at[n] = clock()
      await say(first + n)
    })
    said += messages
    const due = messages * Math.floor(clients.length / NOTES)
    for (const end = Date.now() + 60_000; heard.length < due && Date.now() < end; ) await sleep(20)
    const times = heard.map(one => one.at - (at[one.n - first] ?? Number.NaN))
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), lost: due - heard.length }
  },
})
