import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'

/** Milliseconds for Redis to answer. */
const PATIENCE = 1000
/** LiveKit's hash of its nodes: the id of each with what it has told of itself, its region among it. */
const NODES = 'nodes'

/** What one run of LiveKit is known by among the nodes of its cluster: it is told as the region, chooses its id itself. */
export const newNodeMark = (): string => `rostrum-${randomBytes(9).toString('base64url')}`

/**
 * Takes a LiveKit that has ended out of its cluster. The others would hold it for alive until it has said nothing for five
 * seconds, and everybody who comes back to one of its rooms would be sent to it.
 */
export async function forgetNode(redisUrl: string, mark: string): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => {}) // the call that failed says it
  try {
    await redis.connect()
    const nodes = await redis.hgetallBuffer(NODES)
    const ended = Object.keys(nodes).filter(id => nodes[id]?.includes(mark))
    if (ended.length > 0) await redis.hdel(NODES, ...ended)
  } finally {
    redis.disconnect()
  }
}
