import pg from 'pg'
import { type ClientSocket, follow, type RoomStack, until } from './startRooms.ts'

/**
 * A person who is just joining a room: their connection waits where the server reads a table, `chat_group` after they
 * have been admitted, `room` while the room is opened. `letGo` lets it continue.
 */
export async function heldUp(stack: RoomStack, table: 'chat_group' | 'room', connect: () => ClientSocket) {
  const holder = new pg.Client({ connectionString: stack.frame.pool.options.connectionString ?? '' })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  const client = connect()
  const seen = follow(client)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await holder.query(waiting)).rowCount)
  return {
    client,
    seen,
    letGo: async () => {
      await holder.query('commit')
      await holder.end()
    },
  }
}
