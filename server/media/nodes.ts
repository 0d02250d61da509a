import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'

/** Milliseconds for Redis to answer. */
const PATIENCE = 1000
/** LiveKit's hash of its nodes: each node's id with its own description, including its region. */
const NODES = 'nodes'

/**
 * Identifies one run of LiveKit among its cluster's nodes: LiveKit chooses its id itself, so the mark is set as its
 * region.
 */
export const newNodeMark = (): string => `rostrum-${randomBytes(9).toString('base64url')}`

/**
 * Removes an ended LiveKit from its cluster. Otherwise the other nodes would consider it alive until it had been silent
 * for five seconds, and send everyone who reconnects to one of its rooms there.
 */
export async function forgetNode(redisUrl: string, mark: string): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => {}) // the failed call reports it
  try {
    await redis.connect()
    const nodes = await redis.hgetallBuffer(NODES)
    const ended = Object.keys(nodes).filter(id => nodes[id]?.includes(mark))
    if (ended.length > 0) await redis.hdel(NODES, ...ended)
  } finally {
    redis.disconnect()
  }
}
